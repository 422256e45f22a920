"""
en: The scores are divided by the root of the whole model's width
es: Las puntuaciones se dividen por la raíz del ancho del modelo entero

done: You divide by √(h·d), the width of all heads together.
why: Each score is a dot product within one head, of d terms. The other heads' terms aren't in it, so √(h·d) makes the
    scores too small and the weights too even.
try: How many numbers are added up in one score, with 6 heads of width 4?

hecho: Divides por √(h·d), el ancho de todas las cabezas juntas.
por_que: Cada puntuación es un producto escalar dentro de una cabeza, de d términos. Los de las demás cabezas no están
    en él, así que √(h·d) deja las puntuaciones demasiado pequeñas y los pesos demasiado iguales.
prueba: ¿Cuántos números se suman en una puntuación, con 6 cabezas de ancho 4?

fails: values, scaled
"""

from __future__ import annotations

import math

from ._decode import Floats, decoded, shared


def gqa_decode(q: Floats, k_cache: Floats, v_cache: Floats) -> Floats:
    """The right one divided by √(h·d)."""
    return decoded(q, shared(k_cache, len(q)), shared(v_cache, len(q)), math.sqrt(q.size))

"""
en: The scores are divided by the root of the number of heads
es: Las puntuaciones se dividen por la raíz del número de cabezas

done: The first axis of q is taken for the width of a head.
why: The spread of a dot product comes from its d terms; how many heads stand side by side doesn't matter to it.
try: Print the number under your root for 6 heads of width 4 and for 6 heads of width 64. Should it be the same?

hecho: Se toma el primer eje de q por el ancho de una cabeza.
por_que: La dispersión de un producto escalar viene de sus d términos; cuántas cabezas hay una al lado de otra no le
    importa.
prueba: Imprime el número que hay bajo tu raíz con 6 cabezas de ancho 4 y con 6 de ancho 64. ¿Debería ser el mismo?

fails: values, scaled
"""

from __future__ import annotations

import math

from ._decode import Floats, decoded, shared


def gqa_decode(q: Floats, k_cache: Floats, v_cache: Floats) -> Floats:
    """The right one divided by √h."""
    return decoded(q, shared(k_cache, len(q)), shared(v_cache, len(q)), math.sqrt(len(q)))

"""
en: The scores aren't divided by √d_k
es: Las puntuaciones no se dividen por √d_k

done: The dot products go into the exponentials as they are.
why: Their spread grows like √d_k, and the wider the head, the closer each softmax comes to a single 1. Tiles change
    nothing about the formula of attention.
try: Compare your result with one tile with that of your attention from before. Which factor is missing?

hecho: Los productos escalares entran en las exponenciales tal cual.
por_que: Su dispersión crece como √d_k, y cuanto más ancha es la cabeza, más se acerca cada softmax a un solo 1. Los
    bloques no cambian nada de la fórmula de la atención.
prueba: Compara tu resultado con un solo bloque con el de tu atención de antes. ¿Qué factor falta?

fails: values, scaled
catalogue: AT-01
"""

from __future__ import annotations

from ._tiles import Floats, online


def tiled_attention(Q: Floats, K: Floats, V: Floats, block_size: int) -> Floats:
    """Divided by nothing."""
    return online(Q, K, V, block_size, divisor=1.0)

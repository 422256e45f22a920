"""
en: The scores are divided by the root of the tile's size
es: Las puntuaciones se dividen por la raíz del tamaño del bloque

done: You divide by √block_size instead of √d_k.
why: What has to be undone is that a dot product has d_k terms. How many keys are handled at once has nothing to do
    with that, and must not change the result.
try: Call your function with the same Q, K, V and two sizes of tiles. Which size appears in the formula of attention?

hecho: Divides por la raíz del tamaño de bloque en lugar de √d_k.
por_que: Lo que hay que compensar es que un producto escalar tiene d_k términos. Cuántas claves se tratan a la vez no
    tiene nada que ver, y no debe cambiar el resultado.
prueba: Llama a tu función con los mismos Q, K, V y dos tamaños de bloque. ¿Qué tamaño aparece en la fórmula de la
    atención?

fails: values, any_block_size, scaled
"""

from __future__ import annotations

from ._tiles import Floats, online


def tiled_attention(Q: Floats, K: Floats, V: Floats, block_size: int) -> Floats:
    """The tile's size under the root."""
    return online(Q, K, V, block_size, divisor=block_size**0.5)

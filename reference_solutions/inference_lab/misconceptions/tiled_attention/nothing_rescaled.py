"""
en: The sums aren't rescaled when the maximum rises
es: Las sumas no se reescalan cuando sube el máximo

done: You subtract the largest score that is known in a tile, and add up over the tiles without bringing the earlier
    sums to it.
why: A tile whose best score is 0 and one whose best score is 5 then count alike, although the softmax would give the
    second one almost everything. The weights do add up to 1, which is why it's easily overlooked.
try: Compare one tile with all keys and two tiles with half of them each, on two keys with scores 0 and 5.

hecho: Restas la mayor puntuación conocida en un bloque y sumas los bloques sin llevar a ella las sumas anteriores.
por_que: Un bloque cuya mejor puntuación es 0 y otro cuya mejor puntuación es 5 cuentan entonces casi igual, aunque el
    softmax daría al segundo casi todo. Los pesos sí suman 1, y por eso es fácil no darse cuenta.
prueba: Compara un solo bloque con todas las claves y dos bloques con la mitad cada uno, para dos claves con
    puntuaciones 0 y 5.

fails: values, any_block_size
"""

from __future__ import annotations

from ._tiles import Floats, online


def tiled_attention(Q: Floats, K: Floats, V: Floats, block_size: int) -> Floats:
    """Neither sum is rescaled."""
    return online(Q, K, V, block_size, rescale_total=False, rescale_weighted=False)

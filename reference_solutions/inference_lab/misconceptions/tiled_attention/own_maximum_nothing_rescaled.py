"""
en: Each tile is relative to its own maximum, and nothing is rescaled
es: Cada bloque se refiere a su propio máximo, y no se reescala nada

done: In each tile you subtract that tile's own largest score, and add its sums to those of the other tiles as they are.
why: The best key of every tile then has the exponential 1: a tile whose best score is 0 and one whose best score is 5
    count alike, although the softmax would give the second one almost everything. The weights do add up to 1, which is
    why it's easily overlooked.
try: Take two tiles of one key each, with scores 0 and 5. What are the two exponentials, and what should their ratio be?

hecho: En cada bloque restas la mayor puntuación de ese bloque y añades sus sumas a las de los demás tal cual.
por_que: La mejor clave de cada bloque tiene entonces la exponencial 1: un bloque cuya mejor puntuación es 0 y otro cuya
    mejor puntuación es 5 cuentan igual, aunque el softmax daría al segundo casi todo. Los pesos sí suman 1, y por eso
    es fácil no darse cuenta.
prueba: Toma dos bloques de una clave cada uno, con puntuaciones 0 y 5. ¿Cuánto valen las dos exponenciales y cuál
    debería ser su razón?

fails: values, any_block_size
"""

from __future__ import annotations

import numpy as np

from ._tiles import Floats, scores_of, tiles


def tiled_attention(Q: Floats, K: Floats, V: Floats, block_size: int) -> Floats:
    """Sums over tiles that have each a level of its own."""
    total, weighted = np.zeros((len(Q), 1)), np.zeros((len(Q), V.shape[1]))
    for tile in tiles(len(K), block_size):
        scores = scores_of(Q, K[tile])
        exponentials = np.exp(scores - scores.max(axis=1, keepdims=True))
        total = total + exponentials.sum(axis=1, keepdims=True)
        weighted = weighted + exponentials @ V[tile]
    return weighted / total

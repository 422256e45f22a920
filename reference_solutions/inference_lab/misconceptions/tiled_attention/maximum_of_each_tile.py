"""
en: The maximum falls again where a tile's scores are lower
es: El máximo vuelve a bajar cuando un bloque tiene puntuaciones menores

done: You subtract each tile's own largest score, and rescale what there was before from the last tile's to it.
why: On paper it cancels. But where a tile's scores are far lower than those before, exp(old maximum - new one)
    overflows, and inf/inf is NaN. A running maximum never falls.
try: Let the scores be near 1 000 in the first tile and near 0 in the second. What is the largest argument of exp?

hecho: Restas la mayor puntuación de cada bloque, y reescalas lo anterior del máximo del bloque previo a ese.
por_que: Sobre el papel se cancela. Pero si las puntuaciones de un bloque son mucho menores que las anteriores,
    exp(máximo viejo - nuevo) se desborda, e inf/inf es NaN. Un máximo acumulado nunca baja.
prueba: Haz que las puntuaciones estén cerca de 1 000 en el primer bloque y cerca de 0 en el segundo. ¿Cuál es el mayor
    argumento de exp?

fails: stable
"""

from __future__ import annotations

import numpy as np

from ._tiles import Floats, scores_of, tiles


def tiled_attention(Q: Floats, K: Floats, V: Floats, block_size: int) -> Floats:
    """The right one with a maximum that may fall."""
    largest = np.full((len(Q), 1), -np.inf)
    total, weighted = np.zeros((len(Q), 1)), np.zeros((len(Q), V.shape[1]))
    for tile in tiles(len(K), block_size):
        scores = scores_of(Q, K[tile])
        new = scores.max(axis=1, keepdims=True)
        exponentials, shrink = np.exp(scores - new), np.exp(largest - new)
        total = shrink * total + exponentials.sum(axis=1, keepdims=True)
        weighted = shrink * weighted + exponentials @ V[tile]
        largest = new
    return weighted / total

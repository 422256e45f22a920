"""
en: The maximum of the first tile is kept
es: Se mantiene el máximo del primer bloque

done: You subtract the first tile's largest score in all tiles.
why: Nothing needs rescaling then, but nothing is safe either: a later tile with far larger scores overflows, and
    inf/inf is NaN.
try: Let the scores be near 0 in the first tile and near 1 000 in the second. What is the largest argument of exp?

hecho: En todos los bloques restas la mayor puntuación del primero.
por_que: Así no hay nada que reescalar, pero tampoco hay nada seguro: un bloque posterior con puntuaciones mucho
    mayores se desborda, e inf/inf es NaN.
prueba: Haz que las puntuaciones estén cerca de 0 en el primer bloque y cerca de 1 000 en el segundo. ¿Cuál es el
    mayor argumento de exp?

fails: stable
"""

from __future__ import annotations

import numpy as np

from ._tiles import Floats, scores_of, tiles


def tiled_attention(Q: Floats, K: Floats, V: Floats, block_size: int) -> Floats:
    """The first tile's maximum for all of them."""
    first = scores_of(Q, K[:block_size]).max(axis=1, keepdims=True)
    total, weighted = np.zeros((len(Q), 1)), np.zeros((len(Q), V.shape[1]))
    for tile in tiles(len(K), block_size):
        exponentials = np.exp(scores_of(Q, K[tile]) - first)
        total = total + exponentials.sum(axis=1, keepdims=True)
        weighted = weighted + exponentials @ V[tile]
    return weighted / total

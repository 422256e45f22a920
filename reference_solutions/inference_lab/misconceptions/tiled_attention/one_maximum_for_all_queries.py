"""
en: One maximum for all queries
es: Un solo máximo para todas las consultas

done: You keep a single running maximum, the largest score of any query.
why: It keeps exp from overflowing, but a query whose scores all lie far below that maximum gets only zeros, and 0/0
    is NaN. Each query has a softmax, and so a maximum, of its own.
try: Print the shape of your running maximum. How many numbers must it hold for 3 queries?

hecho: Guardas un único máximo, la mayor puntuación de cualquier consulta.
por_que: Evita que exp se desborde, pero una consulta cuyas puntuaciones están todas muy por debajo de ese máximo solo
    recibe ceros, y 0/0 es NaN. Cada consulta tiene su propio softmax y, por tanto, su propio máximo.
prueba: Imprime la forma de tu máximo. ¿Cuántos números debe contener para 3 consultas?

fails: stable
catalogue: SM-02
"""

from __future__ import annotations

import numpy as np

from ._tiles import Floats, scores_of, tiles


def tiled_attention(Q: Floats, K: Floats, V: Floats, block_size: int) -> Floats:
    """The largest score of all queries."""
    largest, total, weighted = -np.inf, np.zeros((len(Q), 1)), np.zeros((len(Q), V.shape[1]))
    for tile in tiles(len(K), block_size):
        scores = scores_of(Q, K[tile])
        new = max(largest, float(scores.max()))
        exponentials, shrink = np.exp(scores - new), np.exp(largest - new)
        total = shrink * total + exponentials.sum(axis=1, keepdims=True)
        weighted = shrink * weighted + exponentials @ V[tile]
        largest = new
    return weighted / total

"""
en: What each tile gave is kept until the end
es: Lo que dio cada bloque se guarda hasta el final

done: No matrix of all scores is made, but the outputs of all tiles are collected and put together at the end.
why: There are n / block_size of them, and each is as large as the whole output: for 128 000 tokens in tiles of 64
    that is 2 000 outputs. An online softmax keeps one, and corrects it with each tile.
try: How many arrays of n rows are alive at the end of your loop, for n = 1000 and tiles of 10?

hecho: No se crea ninguna matriz de todas las puntuaciones, pero las salidas de todos los bloques se reúnen y se
    juntan al final.
por_que: Hay n / bloque de ellas, y cada una es tan grande como la salida entera: con 128 000 tokens en bloques de 64
    son 2 000 salidas. Un softmax en línea guarda una sola, y la corrige con cada bloque.
prueba: ¿Cuántos arrays de n filas siguen vivos al final de tu bucle, con n = 1000 y bloques de 10?

fails: no_full_matrix
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def tiled_attention(Q: Floats, K: Floats, V: Floats, block_size: int) -> Floats:
    """Each tile's share, all of them kept."""
    tiles: list[tuple[Floats, Floats, Floats]] = []
    for start in range(0, len(K), block_size):
        scores = Q @ K[start : start + block_size].T / np.sqrt(Q.shape[1])
        largest = scores.max(axis=1, keepdims=True)
        weights = np.exp(scores - largest)
        tiles.append((largest, weights.sum(axis=1, keepdims=True), weights @ V[start : start + block_size]))
    levels, totals, outputs = (np.array(parts) for parts in zip(*tiles, strict=True))
    shares = np.exp(levels - levels.max(axis=0))
    output: Floats = np.einsum("tqo,tqd->qd", shares, outputs) / (shares * totals).sum(axis=0)
    return output

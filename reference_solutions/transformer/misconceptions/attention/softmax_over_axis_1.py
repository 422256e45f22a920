"""
en: Right for one matrix only: the softmax runs along axis 1
es: Solo vale para una matriz: el softmax recorre el eje 1

done: The softmax is told to run along axis 1, counted from the front.
why: In a single matrix of scores that is the axis of the keys. In (batch, n, n) the queries stand there, and in
    (batch, heads, n, n) the heads: the code runs, and the heads have to share their attention among themselves.
try: Print the sums of the weights along each axis, once for Q of shape (5, 4) and once for (2, 3, 5, 4). How can an
    axis be named so that it stays the last one, whatever comes in front?

hecho: Al softmax se le dice que recorra el eje 1, contado desde delante.
por_que: En una sola matriz de puntuaciones, ese es el eje de las claves. En (lote, n, n) ahí están las consultas, y
    en (lote, cabezas, n, n), las cabezas: el código corre, y las cabezas tienen que repartirse la atención entre
    ellas.
prueba: Imprime las sumas de los pesos por cada eje, una vez con Q de forma (5, 4) y otra con (2, 3, 5, 4). ¿Cómo se
    puede nombrar un eje para que siga siendo el último, venga lo que venga delante?

fails: batched
catalogue: AT-09
"""

from __future__ import annotations

import math

import torch


def attention(
    Q: torch.Tensor, K: torch.Tensor, V: torch.Tensor, mask: torch.Tensor | None = None
) -> tuple[torch.Tensor, torch.Tensor]:
    """In torch: only there batches are asked for."""
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(mask == 0, -math.inf)
    weights = torch.softmax(scores, dim=1)
    return weights @ V, weights

"""
en: The softmax runs over the queries
es: El softmax recorre las consultas

done: In each of your heat maps the columns add up to 1, not the rows.
why: A row is what one token looks at, and it has one attention to share out. Read by columns, the map says something
    that no token does.
try: Print weights.sum(-1) and weights.sum(-2). In which of them are the ones?

hecho: En cada uno de tus mapas de calor suman 1 las columnas, no las filas.
por_que: Una fila es lo que mira un token, que tiene una sola atención que repartir. Leído por columnas, el mapa dice
    algo que no hace ningún token.
prueba: Imprime weights.sum(-1) y weights.sum(-2). ¿En cuál de las dos están los unos?

fails: values, rows_sum_to_one
catalogue: AT-08
"""

from __future__ import annotations

import torch
from torch import Tensor

from ...multi_head_module import MultiHeadAttention


def attention_weights_per_head(mha: MultiHeadAttention, x: Tensor) -> Tensor:
    """As the reference, with the softmax along the axis of the queries."""
    q, k = mha.split(mha.W_Q(x)), mha.split(mha.W_K(x))
    return torch.softmax(q @ k.transpose(-2, -1) / mha.d_k**0.5, dim=-2)

"""
en: The scores are multiplied by √d_k
es: Las puntuaciones se multiplican por √d_k

done: √d_k comes in, but it enlarges the scores instead of reducing them.
why: The scores then spread like d_k and not like 1, and almost all the weight of a query falls on a single key before
    anything has been learned.
try: For random queries and keys with d_k = 64, print scores.std() just before the softmax. Is it near 64, near 8 or
    near 1, and which of the three did you want?

hecho: √d_k aparece, pero agranda las puntuaciones en vez de reducirlas.
por_que: Las puntuaciones se dispersan entonces como d_k y no como 1, y casi todo el peso de una consulta cae en una
    sola clave antes de haber aprendido nada.
prueba: Con consultas y claves aleatorias y d_k = 64, imprime la desviación típica de las puntuaciones justo antes del
    softmax. ¿Sale cerca de 64, de 8 o de 1? ¿Cuál de los tres querías?

fails: values
catalogue: AT-03
"""

from __future__ import annotations

import torch
from torch import Tensor

from ...multi_head_module import MultiHeadAttention


def attention_weights_per_head(mha: MultiHeadAttention, x: Tensor) -> Tensor:
    """As the reference, with another divisor."""
    q, k = mha.split(mha.W_Q(x)), mha.split(mha.W_K(x))
    return torch.softmax(q @ k.transpose(-2, -1) / mha.d_k**-0.5, dim=-1)

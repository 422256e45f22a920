"""
en: The scores are divided by d_k, not by its square root
es: Las puntuaciones se dividen por d_k, no por su raíz cuadrada

done: You divide by the width of a query itself.
why: A dot product of d_k random terms is about √d_k in size, so this makes it far too small: the wider a query, the
    more it looks at everything alike.
try: For random queries and keys, print scores.std() after your division with d_k = 4 and with d_k = 64. Does it stay
    near 1?

hecho: Divides por el propio ancho de una consulta.
por_que: Un producto escalar de d_k términos aleatorios es del orden de √d_k, así que esto lo deja demasiado pequeño:
    cuanto más ancha es una consulta, más por igual lo mira todo.
prueba: Con consultas y claves aleatorias, imprime la desviación típica de las puntuaciones después de dividir, con
    d_k = 4 y con d_k = 64. ¿Se queda cerca de 1?

fails: values
catalogue: AT-02
"""

from __future__ import annotations

import torch
from torch import Tensor

from ...multi_head_module import MultiHeadAttention


def attention_weights_per_head(mha: MultiHeadAttention, x: Tensor) -> Tensor:
    """As the reference, with another divisor."""
    q, k = mha.split(mha.W_Q(x)), mha.split(mha.W_K(x))
    return torch.softmax(q @ k.transpose(-2, -1) / mha.d_k, dim=-1)

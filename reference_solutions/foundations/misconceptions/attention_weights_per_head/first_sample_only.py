"""
en: Only the first sentence of the batch comes back
es: Solo se devuelve la primera frase del lote

done: Your answer has no axis for the batch.
why: With a batch of one it looks right. With more, the heat maps of all other sentences are lost.
try: Call your function with an x of shape (2, 5, d_model). What shape should come back?

hecho: Tu respuesta no tiene eje para el lote.
por_que: Con un lote de una frase parece correcto. Con más, se pierden los mapas de calor de todas las demás.
prueba: Llama a tu función con una x de forma (2, 5, d_model). ¿Qué forma debería volver?

fails: values, rows_sum_to_one, heads_differ, samples_apart
"""

from __future__ import annotations

import torch
from torch import Tensor

from ...multi_head_module import MultiHeadAttention


def attention_weights_per_head(mha: MultiHeadAttention, x: Tensor) -> Tensor:
    """The first of the batch, (h, n, n)."""
    q, k = mha.split(mha.W_Q(x)), mha.split(mha.W_K(x))
    return torch.softmax(q @ k.transpose(-2, -1) / mha.d_k**0.5, dim=-1)[0]

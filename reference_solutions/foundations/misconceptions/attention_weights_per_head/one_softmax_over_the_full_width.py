"""
en: The heads aren't separated
es: Las cabezas no se separan

done: The scores are made with all d_model features at once, and the one map is repeated.
why: A head has d_model / h features of its own, and its score is their dot product alone. What you show is the sum of
    all heads' scores.
try: Print the shape of the queries before the product. Where in it is the axis of the heads?

hecho: Las puntuaciones se hacen con los d_model componentes a la vez, y el único mapa se repite.
por_que: Una cabeza tiene d_model / h componentes propios, y su puntuación es solo el producto escalar de esos. Lo que
    enseñas es la suma de las puntuaciones de todas las cabezas.
prueba: Imprime la forma de las consultas antes del producto. ¿Dónde está en ella el eje de las cabezas?

fails: values, heads_differ
"""

from __future__ import annotations

import torch
from torch import Tensor

from ...multi_head_module import MultiHeadAttention


def attention_weights_per_head(mha: MultiHeadAttention, x: Tensor) -> Tensor:
    """One map of the full width."""
    q, k = mha.W_Q(x)[:, None], mha.W_K(x)[:, None]
    return torch.softmax(q @ k.transpose(-2, -1) / mha.d_k**0.5, dim=-1).expand(-1, mha.n_heads, -1, -1)

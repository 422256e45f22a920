"""
en: All heads show the weights of the first one
es: Todas las cabezas muestran los pesos de la primera

done: Your answer has the right shape, but the same map stands in it for every head.
why: Each head has its own columns of W_Q and W_K, and so its own attention. Repeating one hides what the others do.
try: Subtract the map of head 1 from that of head 0. How does your code choose the columns of each head?

hecho: Tu respuesta tiene la forma correcta, pero en ella está el mismo mapa para todas las cabezas.
por_que: Cada cabeza tiene sus propias columnas de W_Q y W_K, y por tanto su propia atención. Repetir una oculta lo que
    hacen las demás.
prueba: Resta el mapa de la cabeza 1 del de la cabeza 0. ¿Cómo elige tu código las columnas de cada cabeza?

fails: values, heads_differ
catalogue: MH-09
"""

from __future__ import annotations

import torch
from torch import Tensor

from ...multi_head_module import MultiHeadAttention


def attention_weights_per_head(mha: MultiHeadAttention, x: Tensor) -> Tensor:
    """Head 0 as often as there are heads."""
    q, k = mha.split(mha.W_Q(x)), mha.split(mha.W_K(x))
    weights = torch.softmax(q @ k.transpose(-2, -1) / mha.d_k**0.5, dim=-1)
    return weights[:, :1].expand_as(weights)

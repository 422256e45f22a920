"""
en: Every head is given the mean of all heads
es: A todas las cabezas se les da la media de todas

done: The shape is right, but what stands for each head is the heads' mean.
why: The point of several heads is that each looks at something else. Repeated h times, the mean shows the same map h
    times.
try: Draw two of your maps beside each other. Do they differ? Should they?

hecho: La forma es correcta, pero lo que aparece en cada cabeza es la media de todas.
por_que: La gracia de tener varias cabezas es que cada una mira algo distinto. Repetida h veces, la media enseña h
    veces el mismo mapa.
prueba: Dibuja dos de tus mapas uno al lado del otro. ¿Son distintos? ¿Deberían serlo?

fails: values, heads_differ
"""

from __future__ import annotations

import torch
from torch import Tensor

from ...multi_head_module import MultiHeadAttention


def attention_weights_per_head(mha: MultiHeadAttention, x: Tensor) -> Tensor:
    """The mean over the heads, for each of them."""
    q, k = mha.split(mha.W_Q(x)), mha.split(mha.W_K(x))
    return (
        torch.softmax(q @ k.transpose(-2, -1) / mha.d_k**0.5, dim=-1)
        .mean(dim=1, keepdim=True)
        .expand(-1, mha.n_heads, -1, -1)
    )

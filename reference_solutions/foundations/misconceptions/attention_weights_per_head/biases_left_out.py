"""
en: The projections' biases are left out
es: Faltan los sesgos de las proyecciones

done: You multiply by the weights of W_Q and W_K yourself, and add no bias.
why: nn.Linear adds its bias to each product, and the module computes with it: its heads don't look where your maps
    say. Right after the start biases are small, so that it hardly shows.
try: Compare x @ mha.W_Q.weight.T with mha.W_Q(x). By what do they differ?

hecho: Multiplicas tú por los pesos de W_Q y W_K y no sumas ningún sesgo.
por_que: nn.Linear suma su sesgo a cada producto, y el módulo calcula con él: sus cabezas no miran donde dicen tus
    mapas. Recién creado el módulo, los sesgos son pequeños, y por eso apenas se nota.
prueba: Compara x @ mha.W_Q.weight.T con mha.W_Q(x). ¿En qué se diferencian?

fails: values
"""

from __future__ import annotations

import torch
from torch import Tensor

from ...multi_head_module import MultiHeadAttention


def attention_weights_per_head(mha: MultiHeadAttention, x: Tensor) -> Tensor:
    """As the reference, without biases."""
    q, k = mha.split(x @ mha.W_Q.weight.T), mha.split(x @ mha.W_K.weight.T)
    return torch.softmax(q @ k.transpose(-2, -1) / mha.d_k**0.5, dim=-1)

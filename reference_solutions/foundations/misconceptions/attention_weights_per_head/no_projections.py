"""
en: The tokens meet as they are, without W_Q and W_K
es: Los tokens se encuentran tal cual, sin W_Q ni W_K

done: x itself is cut into heads, and multiplied by itself.
why: What a head looks at is learned: it stands in W_Q and W_K. Without them your maps are the same for every module,
    trained or not.
try: Make a second module of the same size and draw its maps. Should they be the same?

hecho: Es la propia x la que se corta en cabezas y se multiplica por sí misma.
por_que: Lo que mira una cabeza se aprende: está en W_Q y W_K. Sin ellas tus mapas son iguales para cualquier módulo,
    entrenado o no.
prueba: Crea un segundo módulo del mismo tamaño y dibuja sus mapas. ¿Deberían ser iguales?

fails: values
"""

from __future__ import annotations

import torch
from torch import Tensor

from ...multi_head_module import MultiHeadAttention


def attention_weights_per_head(mha: MultiHeadAttention, x: Tensor) -> Tensor:
    """As the reference, with x for queries and keys."""
    q, k = mha.split(x), mha.split(x)
    return torch.softmax(q @ k.transpose(-2, -1) / mha.d_k**0.5, dim=-1)

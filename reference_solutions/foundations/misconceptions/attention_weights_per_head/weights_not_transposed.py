"""
en: x @ weight isn't what nn.Linear computes
es: x @ weight no es lo que calcula nn.Linear

done: You multiply x by mha.W_Q.weight and mha.W_K.weight as they are.
why: nn.Linear keeps its matrix as (outputs, inputs) and computes x @ weight.T + bias. It's square here, so nothing
    warns you, but the products are others.
try: Compare x @ mha.W_Q.weight with mha.W_Q(x) for one token. Are they equal?

hecho: Multiplicas x por mha.W_Q.weight y mha.W_K.weight tal como están.
por_que: nn.Linear guarda su matriz como (salidas, entradas) y calcula x @ weight.T + bias. Aquí es cuadrada, así que
    nada te avisa, pero los productos son otros.
prueba: Compara x @ mha.W_Q.weight con mha.W_Q(x) para un token. ¿Son iguales?

fails: values
"""

from __future__ import annotations

import torch
from torch import Tensor

from ...multi_head_module import MultiHeadAttention


def attention_weights_per_head(mha: MultiHeadAttention, x: Tensor) -> Tensor:
    """The matrices as nn.Linear keeps them, without biases."""
    q, k = mha.split(x @ mha.W_Q.weight), mha.split(x @ mha.W_K.weight)
    return torch.softmax(q @ k.transpose(-2, -1) / mha.d_k**0.5, dim=-1)

"""
en: The softmax runs over the heads
es: El softmax recorre las cabezas

done: For each pair of tokens your weights add up to 1 over the heads.
why: dim=1 is the right one in a matrix; in (B, h, n, n) the heads stand there. Heads then compete for each pair of
    tokens, though each should look at the sentence by itself.
try: Print the shape of the scores and the sums of your weights along each of its four axes. Which axis are the keys?

hecho: Para cada par de tokens tus pesos suman 1 a lo largo de las cabezas.
por_que: dim=1 es el correcto en una matriz; en (B, h, n, n) ahí están las cabezas. Entonces compiten por cada par de
    tokens, cuando cada una debería mirar la frase por su cuenta.
prueba: Imprime la forma de las puntuaciones y las sumas de tus pesos a lo largo de cada uno de sus cuatro ejes. ¿Qué
    eje es el de las claves?

fails: values, rows_sum_to_one
catalogue: AT-09
"""

from __future__ import annotations

import torch
from torch import Tensor

from ...multi_head_module import MultiHeadAttention


def attention_weights_per_head(mha: MultiHeadAttention, x: Tensor) -> Tensor:
    """As the reference, with the softmax along the axis of the heads."""
    q, k = mha.split(mha.W_Q(x)), mha.split(mha.W_K(x))
    return torch.softmax(q @ k.transpose(-2, -1) / mha.d_k**0.5, dim=1)

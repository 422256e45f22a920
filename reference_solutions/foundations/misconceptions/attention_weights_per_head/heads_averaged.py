"""
en: One matrix for all heads
es: Una sola matriz para todas las cabezas

done: Your answer has no axis for the heads: it's their mean, or one of them. (nn.MultiheadAttention gives the mean if
    it isn't told otherwise.)
why: The point of several heads is that each looks at something else: one at the word before, one at the subject. In
    one matrix just that is lost.
try: Print the shape of what you return. How many heat maps should there be for each sentence?

hecho: Tu respuesta no tiene eje para las cabezas: es su media, o una de ellas. (nn.MultiheadAttention da la media si
    no se le dice otra cosa.)
por_que: La gracia de tener varias cabezas es que cada una mira algo distinto: una la palabra anterior, otra el sujeto.
    En una sola matriz se pierde justamente eso.
prueba: Imprime la forma de lo que devuelves. ¿Cuántos mapas de calor debería haber por frase?

fails: values, rows_sum_to_one, heads_differ, samples_apart
"""

from __future__ import annotations

import torch
from torch import Tensor

from ...multi_head_module import MultiHeadAttention


def attention_weights_per_head(mha: MultiHeadAttention, x: Tensor) -> Tensor:
    """The mean over the heads, (B, n, n)."""
    q, k = mha.split(mha.W_Q(x)), mha.split(mha.W_K(x))
    return torch.softmax(q @ k.transpose(-2, -1) / mha.d_k**0.5, dim=-1).mean(dim=1)

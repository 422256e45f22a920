"""
en: The scores are divided by √d_model, not by the √d_k of a head
es: Las puntuaciones se dividen por √d_model, no por la √d_k de una cabeza

done: The number under your root is the width of the whole module.
why: In each head d_k = d_model / h products are added up, and these are what makes a score spread. Divided by more,
    all your heat maps look more even than the module's attention is.
try: Print q.shape after the heads have been split. Which of its numbers counts the products in one score?

hecho: El número que pones bajo la raíz es la anchura del módulo entero.
por_que: En cada cabeza se suman d_k = d_model / h productos, y son ellos los que dispersan una puntuación. Si divides
    por más, todos tus mapas de calor parecen más uniformes que la atención del módulo.
prueba: Imprime q.shape después de separar las cabezas. ¿Cuál de sus números cuenta los productos de una puntuación?

fails: values
catalogue: AT-04
"""

from __future__ import annotations

import torch
from torch import Tensor

from ...multi_head_module import MultiHeadAttention


def attention_weights_per_head(mha: MultiHeadAttention, x: Tensor) -> Tensor:
    """As the reference, with the width of x in the root."""
    q, k = mha.split(mha.W_Q(x)), mha.split(mha.W_K(x))
    return torch.softmax(q @ k.transpose(-2, -1) / x.shape[-1] ** 0.5, dim=-1)

"""
en: Keys times queries: the maps are the wrong way round
es: Claves por consultas: los mapas están al revés

done: You compute k qᵀ, so that a row of the map belongs to a key.
why: There are as many queries as keys, so the shapes fit all the same. But then row i says who looks at token i, and
    the softmax shares out over the tokens that look, not over those that are looked at.
try: Change token 0 in such a way that nobody looks at it. Must its row or its column become small?

hecho: Calculas k qᵀ, de modo que una fila del mapa pertenece a una clave.
por_que: Hay tantas consultas como claves, así que las formas encajan igual. Pero entonces la fila i dice quién mira
    al token i, y el softmax reparte entre los tokens que miran, no entre los mirados.
prueba: Cambia el token 0 de manera que nadie lo mire. ¿Ha de hacerse pequeña su fila o su columna?

fails: values
catalogue: AT-11
"""

from __future__ import annotations

import torch
from torch import Tensor

from ...multi_head_module import MultiHeadAttention


def attention_weights_per_head(mha: MultiHeadAttention, x: Tensor) -> Tensor:
    """As the reference, with k qᵀ."""
    q, k = mha.split(mha.W_Q(x)), mha.split(mha.W_K(x))
    return torch.softmax(k @ q.transpose(-2, -1) / mha.d_k**0.5, dim=-1)

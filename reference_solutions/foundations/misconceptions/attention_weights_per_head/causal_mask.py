"""
en: Later tokens are hidden, though the module doesn't hide them
es: Se ocultan los tokens posteriores, aunque el módulo no los oculta

done: Your scores above the diagonal are masked.
why: The module that's looked into has no mask: each of its tokens looks at all others, and the maps must show that.
try: Change the last token of x and call the module. Does the output of the first token move? What does your map say?

hecho: Tus puntuaciones por encima de la diagonal están enmascaradas.
por_que: El módulo que se examina no tiene máscara: cada uno de sus tokens mira a todos los demás, y los mapas tienen
    que enseñarlo.
prueba: Cambia el último token de x y llama al módulo. ¿Se mueve la salida del primero? ¿Qué dice tu mapa?

fails: values
"""

from __future__ import annotations

import torch
from torch import Tensor

from ...multi_head_module import MultiHeadAttention


def attention_weights_per_head(mha: MultiHeadAttention, x: Tensor) -> Tensor:
    """As the reference, causal."""
    q, k = mha.split(mha.W_Q(x)), mha.split(mha.W_K(x))
    later = torch.ones(x.shape[1], x.shape[1]).triu(1).bool()  # (n, n)
    scores = (q @ k.transpose(-2, -1) / mha.d_k**0.5).masked_fill(later, -torch.inf)
    return torch.softmax(scores, dim=-1)

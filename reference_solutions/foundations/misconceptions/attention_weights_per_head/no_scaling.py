"""
en: The scores aren't divided by √d_k
es: Las puntuaciones no se dividen por √d_k

done: You take the softmax of q·k as it is, and the module divides by √d_k first.
why: What you show is then not what the module does: your heat maps are sharper than its real attention.
try: Multiply your weights by the module's values, put the heads together and apply W_O. Is that the module's output?

hecho: Tomas el softmax de q·k tal cual, y el módulo antes divide por √d_k.
por_que: Lo que muestras no es entonces lo que hace el módulo: tus mapas de calor son más contrastados que su atención
    real.
prueba: Multiplica tus pesos por los valores del módulo, junta las cabezas y aplica W_O. ¿Sale la salida del módulo?

fails: values
catalogue: AT-01
"""

from __future__ import annotations

import torch
from torch import Tensor

from ...multi_head_module import MultiHeadAttention


def attention_weights_per_head(mha: MultiHeadAttention, x: Tensor) -> Tensor:
    """As the reference, without the division."""
    q, k = mha.split(mha.W_Q(x)), mha.split(mha.W_K(x))
    return torch.softmax(q @ k.transpose(-2, -1), dim=-1)

"""
en: Queries meet values, not keys
es: Las consultas se encuentran con los valores, no con las claves

done: The second factor of your product comes from W_V.
why: A query is held against what each token offers itself as: its key. The value is what it then says; it has no part
    in the weights.
try: Change the module's W_V and look at your weights again. Should they move?

hecho: El segundo factor de tu producto viene de W_V.
por_que: Una consulta se compara con lo que cada token ofrece: su clave. El valor es lo que dice después; en los pesos
    no interviene.
prueba: Cambia la W_V del módulo y vuelve a mirar tus pesos. ¿Deberían moverse?

fails: values
"""

from __future__ import annotations

import torch
from torch import Tensor

from ...multi_head_module import MultiHeadAttention


def attention_weights_per_head(mha: MultiHeadAttention, x: Tensor) -> Tensor:
    """As the reference, with the values as keys."""
    q, k = mha.split(mha.W_Q(x)), mha.split(mha.W_V(x))
    return torch.softmax(q @ k.transpose(-2, -1) / mha.d_k**0.5, dim=-1)

"""
en: Queries meet queries; the keys aren't used
es: Las consultas se encuentran con consultas; las claves no se usan

done: Both factors of your product come from W_Q.
why: Every token then looks at itself most, which looks plausible in a heat map and is nothing the module does.
try: Change the module's W_K and look at your weights again. Should they stay?

hecho: Los dos factores de tu producto vienen de W_Q.
por_que: Así cada token se mira sobre todo a sí mismo, lo que en un mapa de calor parece verosímil y no es nada que
    haga el módulo.
prueba: Cambia la W_K del módulo y vuelve a mirar tus pesos. ¿Deberían quedarse igual?

fails: values
catalogue: AT-23
"""

from __future__ import annotations

import torch
from torch import Tensor

from ...multi_head_module import MultiHeadAttention


def attention_weights_per_head(mha: MultiHeadAttention, x: Tensor) -> Tensor:
    """As the reference, with the queries as keys."""
    q = mha.split(mha.W_Q(x))
    return torch.softmax(q @ q.transpose(-2, -1) / mha.d_k**0.5, dim=-1)

"""
en: The heads are cut by a view straight to (B, h, n, d_k)
es: Las cabezas se cortan con un view directo a (B, h, n, d_k)

done: The shape is right, but view takes the numbers as they lie in memory, one token after the other.
why: Your head 0 gets all features of the first tokens in place of the first features of all tokens. The rows and
    columns of its map are then no tokens at all.
try: Do the same with torch.arange(24).view(1, 4, 6) for 2 heads. Which numbers should head 0 have? Which step must
    come between?

hecho: La forma es correcta, pero view toma los números tal como están en memoria, un token detrás de otro.
por_que: Tu cabeza 0 recibe todas las características de los primeros tokens en vez de las primeras características de
    todos. Las filas y columnas de su mapa no son entonces tokens.
prueba: Haz lo mismo con torch.arange(24).view(1, 4, 6) para 2 cabezas. ¿Qué números debería tener la cabeza 0? ¿Qué
    paso falta entre medias?

fails: values
catalogue: MH-02
"""

from __future__ import annotations

import torch
from torch import Tensor

from ...multi_head_module import MultiHeadAttention


def attention_weights_per_head(mha: MultiHeadAttention, x: Tensor) -> Tensor:
    """A view straight to (B, h, n, d_k)."""
    B, n, _ = x.shape
    q, k = (part(x).view(B, mha.n_heads, n, mha.d_k) for part in (mha.W_Q, mha.W_K))
    return torch.softmax(q @ k.transpose(-2, -1) / mha.d_k**0.5, dim=-1)

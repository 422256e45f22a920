"""
en: Q, K and V are the input itself
es: Q, K y V son la propia entrada

done: The input is cut into heads and attends to itself without going through W_Q, W_K and W_V.
why: Without projections every token finds itself the most interesting, for nothing is more like x than x. What a head
    looks for, what it offers and what it hands over can't be learned: the three matrices stand by and do nothing.
try: Change W_Q by hand and call again. What should happen to the output, and what does?

hecho: La entrada se corta en cabezas y se atiende a sí misma sin pasar por W_Q, W_K y W_V.
por_que: Sin proyecciones, lo más interesante para cada token es él mismo, porque nada se parece más a x que x. Qué
    busca una cabeza, qué ofrece y qué entrega no se puede aprender: las tres matrices miran sin hacer nada.
prueba: Cambia W_Q a mano y vuelve a llamar. ¿Qué debería pasarle a la salida, y qué le pasa?

fails: values, one_head
catalogue: AT-22
"""

from __future__ import annotations

from ...attention import attention
from ...multihead import AttentionWeights, merge_heads, split_heads
from ._around import Mask, Numbers


def multi_head_attention(x: Numbers, weights: AttentionWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference without W_Q, W_K and W_V."""
    parts = split_heads(x, n_heads)
    return merge_heads(attention(parts, parts, parts, mask)[0]) @ weights.W_O + weights.b_O

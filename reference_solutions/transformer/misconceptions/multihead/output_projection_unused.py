"""
en: W_O is there and never used
es: W_O está, pero no se usa nunca

done: The heads are put side by side and returned like that. The output projection exists, but the forward doesn't go
    through it.
why: Side by side, the heads don't know of each other: it's W_O that mixes what they found. And its parameters are
    counted, stored and given to the optimiser, all for nothing.
try: Set W_O to zeros. What should the output be then, and what is it?

hecho: Las cabezas se ponen una al lado de otra y se devuelven así. La proyección de salida existe, pero el forward no
    pasa por ella.
por_que: Puestas en fila, las cabezas no saben unas de otras: es W_O quien mezcla lo que han encontrado. Y sus
    parámetros se cuentan, se guardan y se le dan al optimizador, todo para nada.
prueba: Pon W_O a ceros. ¿Cuál debería ser entonces la salida, y cuál es?

fails: values, one_head
catalogue: MH-06
"""

from __future__ import annotations

from ...attention import attention
from ...multihead import AttentionWeights, merge_heads, split_heads
from ._around import Mask, Numbers


def multi_head_attention(x: Numbers, weights: AttentionWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference as far as the concatenation."""
    Q = split_heads(x @ weights.W_Q + weights.b_Q, n_heads)
    K = split_heads(x @ weights.W_K + weights.b_K, n_heads)
    V = split_heads(x @ weights.W_V + weights.b_V, n_heads)
    return merge_heads(attention(Q, K, V, mask)[0])

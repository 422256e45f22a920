"""
en: In every head the mask acts after the softmax
es: En todas las cabezas la máscara actúa después del softmax

done: The weights are worked out over all tokens, and those of blocked ones are then set to 0.
why: What is left of a row no longer adds up to 1, and the blocked tokens still have a say: they stood in the sum by
    which the others were divided.
try: With a causal mask, print the sum of each row of weights in one head. Which row is right, and why that one? When
    must a blocked token be out, so that nobody is divided by it?

hecho: Los pesos se calculan sobre todos los tokens, y después los de los bloqueados se ponen a 0.
por_que: Lo que queda de una fila ya no suma 1, y los tokens bloqueados siguen opinando: estaban en la suma por la que
    se dividieron los demás.
prueba: Con una máscara causal, imprime la suma de cada fila de pesos en una cabeza. ¿Qué fila es correcta, y por qué
    esa? ¿Cuándo tiene que estar fuera un token bloqueado para que nadie se divida por él?

fails: mask_reaches_heads
catalogue: MK-01
"""

from __future__ import annotations

from collections.abc import Sequence

from ...multihead import AttentionWeights, Head
from ..attention.mask_after_softmax import attention
from ._around import Mask, Numbers, all_at_once, head_by_head


def multihead(X: Numbers, heads: Sequence[Head], W_O: Numbers, mask: Mask = None) -> Numbers:
    """The reference around an attention that masks its weights."""
    return head_by_head(attention, X, heads, W_O, mask)


def multi_head_attention(x: Numbers, weights: AttentionWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference around an attention that masks its weights."""
    return all_at_once(x, weights, n_heads, mask, attention)

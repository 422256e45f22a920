"""
en: A blocked score becomes 0, not minus infinity
es: Una puntuación bloqueada pasa a ser 0, no menos infinito

done: The scores are multiplied by the mask of ones and zeros, or blocked ones are filled with 0 or a tiny number.
why: The softmax turns a score of 0 into e^0 = 1, which is by no means nothing: a blocked token weighs as much as one
    with a middling score.
try: Work out softmax([2, 0, -1]) by hand. Which number would you have to put in the middle, so that its weight
    becomes 0?

hecho: Las puntuaciones se multiplican por la máscara de unos y ceros, o las bloqueadas se rellenan con 0 o con un
    número diminuto.
por_que: El softmax convierte una puntuación de 0 en e^0 = 1, que no es precisamente nada: un token bloqueado pesa
    tanto como uno con una puntuación corriente.
prueba: Calcula a mano softmax([2, 0, -1]). ¿Qué número tendrías que poner en medio para que su peso fuera 0?

fails: mask_reaches_heads
catalogue: MK-02
"""

from __future__ import annotations

from collections.abc import Sequence

from ...multihead import AttentionWeights, Head
from ..attention.blocked_score_of_zero import attention
from ._around import Mask, Numbers, all_at_once, head_by_head


def multihead(X: Numbers, heads: Sequence[Head], W_O: Numbers, mask: Mask = None) -> Numbers:
    """The reference around scores that are multiplied by the mask."""
    return head_by_head(attention, X, heads, W_O, mask)


def multi_head_attention(x: Numbers, weights: AttentionWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference around scores that are multiplied by the mask."""
    return all_at_once(x, weights, n_heads, mask, attention)

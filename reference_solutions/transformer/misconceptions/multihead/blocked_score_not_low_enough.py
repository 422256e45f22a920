"""
en: The number that stands for "blocked" isn't low enough in the heads
es: El número que significa «bloqueado» no es lo bastante bajo en las cabezas

done: Where the mask blocks, a score is replaced by a number such as -10, or lowered by it.
why: e^-10 is one part in 22 000, so each blocked token still gets a little of the attention in every head; of a long
    sequence there are many of them. And beside scores of -10 and less, the blocked ones win.
try: Print the weights of one head with a mask, with all their digits. Are those of the blocked tokens 0? Which number
    is below every score, however low?

hecho: Donde la máscara bloquea, la puntuación se sustituye por un número como -10, o se baja en él.
por_que: e^-10 es una parte entre 22 000: en cada cabeza, cada token bloqueado sigue recibiendo un poco de atención, y
    en una secuencia larga hay muchos. Además, al lado de puntuaciones de -10 o menos, ganan las bloqueadas.
prueba: Imprime con todas sus cifras los pesos de una cabeza con máscara. ¿Son 0 los de los tokens bloqueados? ¿Qué
    número está por debajo de cualquier puntuación, por baja que sea?

fails: mask_reaches_heads
catalogue: MK-16
"""

from __future__ import annotations

from collections.abc import Sequence

from ...multihead import AttentionWeights, Head
from ..attention.blocked_score_of_minus_10 import attention
from ._around import Mask, Numbers, all_at_once, head_by_head


def multihead(X: Numbers, heads: Sequence[Head], W_O: Numbers, mask: Mask = None) -> Numbers:
    """The reference with -10 in the place of -inf."""
    return head_by_head(attention, X, heads, W_O, mask)


def multi_head_attention(x: Numbers, weights: AttentionWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference with -10 in the place of -inf."""
    return all_at_once(x, weights, n_heads, mask, attention)

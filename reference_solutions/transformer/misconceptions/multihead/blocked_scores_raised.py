"""
en: What the mask blocks gets a higher score, not a lower one
es: Lo que la máscara bloquea recibe una puntuación mayor, y no menor

done: Where the mask is False a large positive number is added to the scores, or takes their place.
why: The softmax gives nearly all the weight to the largest scores. The tokens that were to be hidden are then the only
    ones that are seen, so the first token sees the future and nothing else.
try: Take 3 tokens and the causal mask, and print the weights of one head. Which keys does the first token see? Then
    look at the sign of what is added: e^300 or e^-300, which of them is nearly nothing?

hecho: Donde la máscara es False se suma a las puntuaciones un número positivo muy grande, o ese número ocupa su lugar.
por_que: El softmax da casi todo el peso a las puntuaciones más altas. Los tokens que había que ocultar son entonces los
    únicos que se ven, así que el primer token ve el futuro y nada más.
prueba: Toma 3 tokens y la máscara causal, e imprime los pesos de una cabeza. ¿Qué claves ve el primer token? Después
    fíjate en el signo de lo que se suma: e^300 o e^-300, ¿cuál de los dos es casi nada?

fails: mask_reaches_heads
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...multihead import AttentionWeights, Head
from ...softmax import softmax
from ._around import Mask, Numbers, all_at_once, head_by_head


def _raised(Q: Numbers, K: Numbers, V: Numbers, mask: Mask = None) -> tuple[Numbers, Numbers]:
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    if mask is not None:
        scores = np.where(np.asarray(mask, dtype=np.bool_), scores, 1e9)
    weights = softmax(scores)
    return weights @ V, weights


def multihead(X: Numbers, heads: Sequence[Head], W_O: Numbers, mask: Mask = None) -> Numbers:
    """The reference around blocked scores that became the largest."""
    return head_by_head(_raised, X, heads, W_O, mask)


def multi_head_attention(x: Numbers, weights: AttentionWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference around blocked scores that became the largest."""
    return all_at_once(x, weights, n_heads, mask, _raised)

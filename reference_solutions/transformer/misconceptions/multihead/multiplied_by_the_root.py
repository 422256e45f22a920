"""
en: The scores of the heads are multiplied by √d_k
es: Las puntuaciones de las cabezas se multiplican por √d_k

done: The factor √d_k is there, but on the wrong side of the fraction: by a * for a /, or by a power of -0.5 under a
    division.
why: Scores that were too spread already are spread d_k times further than they should be. Every row of weights
    becomes a single 1, and the heads can't learn.
try: Work out the factor by which you change the scores for d_k = 16, as one number. Is it under 1 or over 1, and
    which of the two did the formula have in mind?

hecho: El factor √d_k está, pero en el lado equivocado de la fracción: un * donde iba un /, o una potencia de -0.5
    dentro de una división.
por_que: Unas puntuaciones que ya eran demasiado dispersas se dispersan d_k veces más de lo debido. Cada fila de pesos
    se convierte en un único 1, y las cabezas no pueden aprender.
prueba: Calcula, como un solo número, el factor por el que cambias las puntuaciones cuando d_k = 16. ¿Es menor o mayor
    que 1, y cuál de las dos cosas buscaba la fórmula?

fails: values, one_head
catalogue: AT-03
"""

from __future__ import annotations

from collections.abc import Sequence

from ...multihead import AttentionWeights, Head
from ..attention.multiplied_by_the_root import attention
from ._around import Mask, Numbers, all_at_once, head_by_head


def multihead(X: Numbers, heads: Sequence[Head], W_O: Numbers, mask: Mask = None) -> Numbers:
    """The reference around an attention that multiplies by √d_k."""
    return head_by_head(attention, X, heads, W_O, mask)


def multi_head_attention(x: Numbers, weights: AttentionWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference around an attention that multiplies by √d_k."""
    return all_at_once(x, weights, n_heads, mask, attention)

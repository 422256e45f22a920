"""
en: The scores of the heads aren't divided by √d_k
es: Las puntuaciones de las cabezas no se dividen por √d_k

done: In every head the products q·k go into the softmax as they are.
why: They spread like √d_k, so the rows of weights come out too sharp: each token listens to hardly more than one
    other, and the gradient through the softmax all but dies. Nothing crashes, which is why it's so easily overlooked.
try: Print the standard deviation of one head's scores for d_model = 32 and for d_model = 512 with the same number of
    heads. Which of the two should be larger, if any?

hecho: En cada cabeza, los productos q·k entran en el softmax tal cual.
por_que: Se dispersan como √d_k, así que las filas de pesos salen demasiado afiladas: cada token escucha a poco más
    que a otro, y el gradiente a través del softmax casi se apaga. No falla nada, y por eso es tan fácil que se
    escape.
prueba: Imprime la desviación típica de las puntuaciones de una cabeza con d_model = 32 y con d_model = 512, con el
    mismo número de cabezas. ¿Cuál de las dos debería ser mayor, si es que alguna debe serlo?

fails: values, one_head
catalogue: AT-01
"""

from __future__ import annotations

from collections.abc import Sequence

from ...multihead import AttentionWeights, Head
from ..attention.no_scaling import attention
from ._around import Mask, Numbers, all_at_once, head_by_head


def multihead(X: Numbers, heads: Sequence[Head], W_O: Numbers, mask: Mask = None) -> Numbers:
    """The reference around an attention that doesn't scale."""
    return head_by_head(attention, X, heads, W_O, mask)


def multi_head_attention(x: Numbers, weights: AttentionWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference around an attention that doesn't scale."""
    return all_at_once(x, weights, n_heads, mask, attention)

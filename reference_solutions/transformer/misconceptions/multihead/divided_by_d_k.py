"""
en: The scores of the heads are divided by d_k, not by its square root
es: Las puntuaciones de las cabezas se dividen por d_k, no por su raíz cuadrada

done: Each head divides its scores by its own width.
why: That is √d_k times too much. All scores come close to 0, every token looks at all others alike, and a head gives
    little more than the mean of the values.
try: Print one row of a head's weights beside 1/n. How far apart are they, and how does that change when you make the
    heads wider?

hecho: Cada cabeza divide sus puntuaciones por su propio ancho.
por_que: Eso es √d_k veces más de la cuenta. Todas las puntuaciones quedan cerca de 0, cada token mira a todos por
    igual y una cabeza da poco más que la media de los valores.
prueba: Imprime una fila de pesos de una cabeza al lado de 1/n. ¿Cuánto se separan, y qué pasa con esa diferencia
    cuando ensanchas las cabezas?

fails: values, one_head
catalogue: AT-02
"""

from __future__ import annotations

from collections.abc import Sequence

from ...multihead import AttentionWeights, Head
from ..attention.divided_by_d_k import attention
from ._around import Mask, Numbers, all_at_once, head_by_head


def multihead(X: Numbers, heads: Sequence[Head], W_O: Numbers, mask: Mask = None) -> Numbers:
    """The reference around an attention that divides by d_k."""
    return head_by_head(attention, X, heads, W_O, mask)


def multi_head_attention(x: Numbers, weights: AttentionWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference around an attention that divides by d_k."""
    return all_at_once(x, weights, n_heads, mask, attention)

"""
en: In every head the softmax runs over the queries
es: En todas las cabezas el softmax recorre las consultas

done: In each head's (n, n) weights the columns add up to 1, not the rows.
why: A row should say how one token shares its attention out. Here some tokens get more than 1 in all and others
    almost nothing; and since later tokens take part in each column's sum, a causal mask no longer keeps the future
    out.
try: For one head, print the sums along each of the two last axes. Which axis of the scores stands for the keys, and
    which number did you give to the softmax?

hecho: En los pesos (n, n) de cada cabeza suman 1 las columnas, no las filas.
por_que: Una fila debería decir cómo reparte un token su atención. Aquí unos tokens reciben más de 1 en total y otros
    casi nada; y como los tokens posteriores entran en la suma de cada columna, una máscara causal ya no deja fuera el
    futuro.
prueba: Imprime, para una cabeza, las sumas a lo largo de cada uno de los dos últimos ejes. ¿Qué eje de las
    puntuaciones corresponde a las claves, y qué número le has dado al softmax?

fails: values, one_head, mask_reaches_heads
catalogue: AT-08
"""

from __future__ import annotations

from collections.abc import Sequence

from ...multihead import AttentionWeights, Head
from ..attention.softmax_over_the_queries import attention
from ._around import Mask, Numbers, all_at_once, head_by_head


def multihead(X: Numbers, heads: Sequence[Head], W_O: Numbers, mask: Mask = None) -> Numbers:
    """The reference around a softmax along the axis of the queries."""
    return head_by_head(attention, X, heads, W_O, mask)


def multi_head_attention(x: Numbers, weights: AttentionWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference around a softmax along the axis of the queries."""
    return all_at_once(x, weights, n_heads, mask, attention)

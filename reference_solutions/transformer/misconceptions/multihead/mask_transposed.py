"""
en: The mask is applied with queries and keys exchanged
es: La máscara se aplica con consultas y claves cambiadas

done: The mask's rows meet the scores' columns, because one of the two is transposed.
why: Row i of a mask says whom token i may look at. Transposed, it says who may look at token i: a causal mask then
    shows each token the future and hides its past.
try: Use a mask that only forbids token 0 to look at token 2. Then change token 2: whose output stays as it is, and
    whose should?

hecho: Las filas de la máscara se encuentran con las columnas de las puntuaciones, porque una de las dos está
    traspuesta.
por_que: La fila i de una máscara dice a quién puede mirar el token i. Traspuesta, dice quién puede mirar al token i:
    una máscara causal enseña entonces el futuro a cada token y le oculta su pasado.
prueba: Usa una máscara que solo prohíba al token 0 mirar al token 2. Luego cambia el token 2: ¿la salida de quién se
    queda igual, y la de quién debería?

fails: mask_reaches_heads
catalogue: MK-09
"""

from __future__ import annotations

from collections.abc import Sequence

from ...multihead import AttentionWeights, Head
from ..attention.mask_transposed import attention
from ._around import Mask, Numbers, all_at_once, head_by_head


def multihead(X: Numbers, heads: Sequence[Head], W_O: Numbers, mask: Mask = None) -> Numbers:
    """The reference around an attention that turns its mask."""
    return head_by_head(attention, X, heads, W_O, mask)


def multi_head_attention(x: Numbers, weights: AttentionWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference around an attention that turns its mask."""
    return all_at_once(x, weights, n_heads, mask, attention)

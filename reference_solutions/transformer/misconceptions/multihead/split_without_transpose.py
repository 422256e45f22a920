"""
en: The input is cut into heads by a reshape alone
es: La entrada se corta en cabezas solo con un reshape

done: (batch, n, d_model) is reshaped or viewed straight as (batch, heads, n, d_k).
why: This hands each head a stretch of the sequence, where it should get a stretch of every token's features. Tokens
    meet pieces of other tokens, and no error says so.
try: Take x of shape (1, 4, 6), all of whose numbers in row t are t. Cut it into 2 heads as you do and print head 0.
    Does it still know all four tokens?

hecho: (lote, n, d_model) pasa directamente, con reshape o view, a (lote, cabezas, n, d_k).
por_que: Así cada cabeza recibe un trozo de la secuencia, cuando debería recibir un trozo de las características de
    cada token. Los tokens se cruzan con pedazos de otros tokens, y ningún error lo avisa.
prueba: Toma una x de forma (1, 4, 6) en la que todos los números de la fila t sean t. Córtala en 2 cabezas como lo
    haces tú e imprime la cabeza 0. ¿Sigue conociendo a los cuatro tokens?

fails: values, equivariant, mask_reaches_heads
catalogue: MH-02
"""

from __future__ import annotations

from ...multihead import AttentionWeights
from ._around import Mask, Numbers, all_at_once


def multi_head_attention(x: Numbers, weights: AttentionWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference with a reshape alone on the way in."""
    return all_at_once(x, weights, n_heads, mask, split=_split)


def _split(x: Numbers, n_heads: int) -> Numbers:
    *leading, n, d = x.shape
    return x.reshape(*leading, n_heads, n, d // n_heads)

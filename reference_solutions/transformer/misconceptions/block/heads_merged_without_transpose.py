"""
en: The attention in the block merges its heads without bringing the tokens back to the front
es: La atención del bloque junta las cabezas sin devolver antes los tokens a su sitio

done: The result of shape (batch, heads, n, d_k) is reshaped straight to (batch, n, d_model).
why: The shape is right, the contents aren't: a row is made of several tokens of one head, not of all heads of one
    token. It trains, but each token gets other tokens' answers, and a causal mask leaks.
try: Fill a (1, 2, 3, 4) tensor with numbers that say whose they are (head, token), reshape it as you do, and read row 0
    of the result. Whose numbers are in it, and whose should be?

hecho: El resultado, de forma (lote, cabezas, n, d_k), pasa con un reshape directo a (lote, n, d_model).
por_que: La forma es correcta, el contenido no: una fila se hace con varios tokens de una cabeza, y no con todas las
    cabezas de un token. Entrena, pero a cada token le llegan respuestas de otros, y una máscara causal deja pasar el
    futuro.
prueba: Llena un tensor (1, 2, 3, 4) con números que digan de quién son (cabeza, token), aplícale tu reshape y lee la
    fila 0 del resultado. ¿De quién son los números que hay, y de quién deberían ser?

fails: values
catalogue: MH-01
"""

from __future__ import annotations

from ...block import BlockWeights
from ..multihead import merged_without_transpose
from ._around import Heads, Mask, Numbers, given_sublayers, norms_of, post_ln, pre_ln, sublayers_of


def transformer_block(
    x: Numbers, heads: Heads, W_O: Numbers, W1: Numbers, b1: Numbers, W2: Numbers, b2: Numbers, mask: Mask = None
) -> Numbers:
    """The reference around an attention that shuffles tokens."""
    _, feed = given_sublayers(heads, W_O, W1, b1, W2, b2, mask)
    return post_ln(x, (lambda z: merged_without_transpose.multihead(z, heads, W_O, mask), feed))


def pre_ln_block(x: Numbers, weights: BlockWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference around an attention that shuffles tokens."""
    _, feed = sublayers_of(weights, n_heads, mask)
    attend = lambda z: merged_without_transpose.multi_head_attention(z, weights.attention, n_heads, mask)
    return pre_ln(x, (attend, feed), norms_of(weights))

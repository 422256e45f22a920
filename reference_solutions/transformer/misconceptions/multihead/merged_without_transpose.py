"""
en: The heads are merged without bringing the tokens back to the front
es: Las cabezas se juntan sin devolver antes los tokens a su sitio

done: The result of shape (batch, heads, n, d_k) is reshaped straight to (batch, n, d_model).
why: The shape is right, the contents aren't: a row of the output is made of several tokens of one head, not of all
    heads of one token. A model even trains with it, but its causal mask leaks, since the tokens are shuffled.
try: Fill a (1, 2, 3, 4) tensor with numbers that say whose they are (head, token), reshape it as you do, and print
    row 0 of the result. Whose numbers do you find in it, and whose should be there?

hecho: El resultado, de forma (lote, cabezas, n, d_k), pasa con un reshape directo a (lote, n, d_model).
por_que: La forma es correcta, el contenido no: una fila de la salida se hace con varios tokens de una cabeza, y no
    con todas las cabezas de un token. Un modelo incluso entrena así, pero su máscara causal deja pasar el futuro,
    porque los tokens están revueltos.
prueba: Llena un tensor (1, 2, 3, 4) con números que digan de quién son (cabeza, token), aplícale tu reshape e imprime
    la fila 0 del resultado. ¿De quién son los números que hay, y de quién deberían ser?

fails: values, equivariant, mask_reaches_heads
catalogue: MH-01
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...attention import attention
from ...multihead import AttentionWeights, Head
from ._around import Mask, Numbers, all_at_once


def multihead(X: Numbers, heads: Sequence[Head], W_O: Numbers, mask: Mask = None) -> Numbers:
    """The reference, with (h, n, d_v) reshaped to (n, h*d_v)."""
    outputs = np.stack([attention(X @ W_Q, X @ W_K, X @ W_V, mask)[0] for W_Q, W_K, W_V in heads])
    output: Numbers = outputs.reshape(len(X), -1) @ W_O
    return output


def multi_head_attention(x: Numbers, weights: AttentionWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference with a reshape alone on the way back."""
    return all_at_once(x, weights, n_heads, mask, merge=_merge)


def _merge(x: Numbers) -> Numbers:
    *leading, h, n, k = x.shape
    return x.reshape(*leading, n, h * k)

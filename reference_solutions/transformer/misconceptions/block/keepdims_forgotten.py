"""
en: Mean and variance lose their axis
es: La media y la varianza pierden su eje

done: mean and var are called without keepdims, so for x of (n, d) they have the shape (n,).
why: NumPy lines up shapes from the right: the n means meet the d features. For n ≠ d that is an error; for n = d it
    isn't, and each feature silently has another token's mean taken from it.
try: Print x.shape and x.mean(-1).shape. With which shape would there be one mean for each row, for all its features?

hecho: mean y var se llaman sin keepdims, así que con x de (n, d) tienen la forma (n,).
por_que: NumPy alinea las formas por la derecha: las n medias se encuentran con las d características. Con n ≠ d eso es
    un error; con n = d no, y a cada característica se le resta en silencio la media de otro token.
prueba: Imprime x.shape y x.mean(-1).shape. ¿Con qué forma habría una media por fila, para todas sus características?

fails: values, layer_norm, layer_norm_eps, residuals, norm_order, ffn_per_token, stacks
catalogue: LN-10
"""

from __future__ import annotations

import numpy as np

from ._around import Heads, Mask, Numbers, given_sublayers, post_ln


def layer_norm(x: Numbers, eps: float = 1e-5) -> Numbers:
    """The reference without keepdims."""
    normalised: Numbers = (x - x.mean(-1)) / np.sqrt(x.var(-1) + eps)
    return normalised


def transformer_block(
    x: Numbers, heads: Heads, W_O: Numbers, W1: Numbers, b1: Numbers, W2: Numbers, b2: Numbers, mask: Mask = None
) -> Numbers:
    """The reference around this norm."""
    return post_ln(x, given_sublayers(heads, W_O, W1, b1, W2, b2, mask), layer_norm)

"""
en: Tokens are divided by their variance, not by its root
es: Los tokens se dividen por su varianza, no por la raíz

done: The centred token is divided by variance + eps; the square root is missing.
why: A token that was large comes out small and a small one large: with a spread of s the result has a spread of 1/s.
    The norm was to make all tokens equally large, whatever goes into it.
try: Normalise x and 10·x and compare. What should the factor do to the result, and what does it do in yours?

hecho: El token centrado se divide por varianza + eps; falta la raíz cuadrada.
por_que: Un token que era grande sale pequeño, y uno pequeño sale grande: con dispersión s, el resultado tiene
    dispersión 1/s. La normalización debía igualar el tamaño de todos los tokens, fuera cual fuera la entrada.
prueba: Normaliza x y 10·x, y compara. ¿Qué debería hacerle ese factor al resultado, y qué le hace en el tuyo?

fails: values, layer_norm
catalogue: LN-04
"""

from __future__ import annotations

from ...block import BlockWeights
from ._around import Heads, Mask, Numbers, given_sublayers, norms_of, post_ln, pre_ln, sublayers_of


def layer_norm(x: Numbers, eps: float = 1e-5) -> Numbers:
    """The reference without its root."""
    normalised: Numbers = (x - x.mean(-1, keepdims=True)) / (x.var(-1, keepdims=True) + eps)
    return normalised


def transformer_block(
    x: Numbers, heads: Heads, W_O: Numbers, W1: Numbers, b1: Numbers, W2: Numbers, b2: Numbers, mask: Mask = None
) -> Numbers:
    """The reference around this norm."""
    return post_ln(x, given_sublayers(heads, W_O, W1, b1, W2, b2, mask), layer_norm)


def pre_ln_block(x: Numbers, weights: BlockWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference around this norm."""
    return pre_ln(x, sublayers_of(weights, n_heads, mask), norms_of(weights, layer_norm))

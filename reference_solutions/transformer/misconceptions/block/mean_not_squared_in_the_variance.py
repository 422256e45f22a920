"""
en: The variance is E[x²] - E[x], without the square
es: La varianza es E[x²] - E[x], sin el cuadrado

done: The short formula for the variance is used, but the mean that is subtracted isn't squared.
why: E[x²] - E[x]² is a variance; E[x²] - E[x] isn't, and can even be negative. For tokens of mean 0 both agree, so a
    test on such tokens passes, and all others come out too large or too small.
try: Work out both for [3, 3, 3, 3], whose variance is 0. Then print the variance of what your norm gives for tokens of
    mean 3.

hecho: Se usa la fórmula corta de la varianza, pero la media que se resta no está al cuadrado.
por_que: E[x²] - E[x]² es una varianza; E[x²] - E[x] no lo es, y hasta puede ser negativa. Con tokens de media 0 las dos
    coinciden, así que una prueba con ellos sale bien, y todos los demás salen demasiado grandes o demasiado pequeños.
prueba: Calcula las dos con [3, 3, 3, 3], cuya varianza es 0. Luego imprime la varianza de lo que da tu normalización
    con tokens de media 3.

fails: values, layer_norm
"""

from __future__ import annotations

import numpy as np

from ...block import BlockWeights
from ._around import Heads, Mask, Numbers, given_sublayers, norms_of, post_ln, pre_ln, sublayers_of


def layer_norm(x: Numbers, eps: float = 1e-5) -> Numbers:
    """The reference with another variance, kept positive."""
    mean = x.mean(-1, keepdims=True)
    variance = np.abs((x * x).mean(-1, keepdims=True) - mean)
    normalised: Numbers = (x - mean) / np.sqrt(variance + eps)
    return normalised


def transformer_block(
    x: Numbers, heads: Heads, W_O: Numbers, W1: Numbers, b1: Numbers, W2: Numbers, b2: Numbers, mask: Mask = None
) -> Numbers:
    """The reference around this norm."""
    return post_ln(x, given_sublayers(heads, W_O, W1, b1, W2, b2, mask), layer_norm)


def pre_ln_block(x: Numbers, weights: BlockWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference around this norm."""
    return pre_ln(x, sublayers_of(weights, n_heads, mask), norms_of(weights, layer_norm))

"""
en: The mean isn't subtracted
es: No se resta la media

done: Each token is divided by its size, but it isn't centred first: its features don't have mean 0.
why: That is RMSNorm, a relative that many recent models use; here layer norm was asked. What all features of a token
    have in common stays in, and it may be far larger than the differences between them, which carry the meaning.
try: Normalise x and x + 100. A layer norm gives the same for both. What does yours give, and which line would have to
    take the 100 out?

hecho: Cada token se divide por su tamaño, pero antes no se centra: sus características no tienen media 0.
por_que: Eso es RMSNorm, una pariente que usan muchos modelos recientes; aquí se pedía la normalización de capa. Lo que
    todas las características de un token tienen en común se queda dentro, y puede ser mucho mayor que las diferencias
    entre ellas, que son las que llevan el significado.
prueba: Normaliza x y x + 100. Una normalización de capa da lo mismo en los dos casos. ¿Qué da la tuya, y qué línea
    tendría que quitar el 100?

fails: values, layer_norm
catalogue: LN-05
"""

from __future__ import annotations

import numpy as np

from ...block import BlockWeights
from ._around import Heads, Mask, Numbers, given_sublayers, norms_of, post_ln, pre_ln, sublayers_of


def layer_norm(x: Numbers, eps: float = 1e-5) -> Numbers:
    """The reference without its mean."""
    normalised: Numbers = x / np.sqrt((x * x).mean(-1, keepdims=True) + eps)
    return normalised


def transformer_block(
    x: Numbers, heads: Heads, W_O: Numbers, W1: Numbers, b1: Numbers, W2: Numbers, b2: Numbers, mask: Mask = None
) -> Numbers:
    """The reference around this norm."""
    return post_ln(x, given_sublayers(heads, W_O, W1, b1, W2, b2, mask), layer_norm)


def pre_ln_block(x: Numbers, weights: BlockWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference around this norm."""
    return pre_ln(x, sublayers_of(weights, n_heads, mask), norms_of(weights, layer_norm))

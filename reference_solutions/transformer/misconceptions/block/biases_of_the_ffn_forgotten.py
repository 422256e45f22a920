"""
en: The FFN's biases aren't added
es: No se suman los sesgos de la FFN

done: b1 and b2 come in, or are there as parameters, but the FFN computes f(x W1) W2.
why: Without b1 every hidden feature bends at exactly 0 and none can wait for a larger signal; without b2 the FFN gives
    nothing for a token of zeros.
try: Give your FFN a token of zeros. What should come out of f(0 W1 + b1) W2 + b2, and what comes out of yours?

hecho: b1 y b2 llegan, o están como parámetros, pero la FFN calcula f(x W1) W2.
por_que: Sin b1, cada característica oculta se dobla justo en 0 y ninguna puede esperar a una señal mayor; sin b2, la
    FFN no da nada con un token de ceros.
prueba: Dale a tu FFN un token de ceros. ¿Qué debería salir de f(0 W1 + b1) W2 + b2, y qué sale de la tuya?

fails: values
"""

from __future__ import annotations

import numpy as np

from ... import block as reference
from ...block import BlockWeights, feed_forward, gelu
from ._around import Heads, Mask, Numbers, norms_of, pre_ln, sublayers_of


def transformer_block(
    x: Numbers, heads: Heads, W_O: Numbers, W1: Numbers, b1: Numbers, W2: Numbers, b2: Numbers, mask: Mask = None
) -> Numbers:
    """The reference with biases of 0."""
    return reference.transformer_block(x, heads, W_O, W1, np.zeros_like(b1), W2, np.zeros_like(b2), mask)


def pre_ln_block(x: Numbers, weights: BlockWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference with biases of 0."""
    attend, _ = sublayers_of(weights, n_heads, mask)
    zeros = np.zeros_like(weights.b1), np.zeros_like(weights.b2)
    feed = lambda z: feed_forward(z, weights.W1, zeros[0], weights.W2, zeros[1], gelu)
    return pre_ln(x, (attend, feed), norms_of(weights))

"""
en: The FFN's second bias isn't added
es: No se suma el segundo sesgo de la FFN

done: b1 is added before the activation, but nothing is added after the second layer.
why: b2 is what the FFN says to every token alike, whatever it is. It starts near 0, so nobody misses it; but a
    parameter without a part in the output is never trained.
try: Set W2 to 0 and b2 to 7. What should your FFN give then for any token, and what does it give?

hecho: b1 se suma antes de la activación, pero después de la segunda capa no se suma nada.
por_que: b2 es lo que la FFN dice por igual a todos los tokens, sean cuales sean. Empieza cerca de 0, así que nadie lo
    echa de menos; pero un parámetro que no interviene en la salida nunca se entrena.
prueba: Pon W2 a 0 y b2 a 7. ¿Qué debería dar entonces tu FFN con cualquier token, y qué da?

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
    """The reference with a b2 of 0."""
    return reference.transformer_block(x, heads, W_O, W1, b1, W2, np.zeros_like(b2), mask)


def pre_ln_block(x: Numbers, weights: BlockWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference with a b2 of 0."""
    w, (attend, _) = weights, sublayers_of(weights, n_heads, mask)
    return pre_ln(x, (attend, lambda z: feed_forward(z, w.W1, w.b1, w.W2, 0 * w.b2, gelu)), norms_of(w))

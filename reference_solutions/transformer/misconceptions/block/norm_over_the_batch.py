"""
en: The norm runs over the batch
es: La normalización recorre el lote

done: Mean and variance are taken along the first axis, over the samples that happen to be in the batch (batch norm).
why: What a sentence gives then depends on which others it was sent with, and a batch of one gives zeros: nothing is
    left of it once its own mean is taken away. A layer norm needs one token and no company.
try: Send one sequence alone and then together with another. Should its output change? Over which of the axes (batch,
    token, feature) does a token's own mean run?

hecho: La media y la varianza se toman a lo largo del primer eje, sobre las muestras que haya en el lote (batch norm).
por_que: Lo que da una frase depende entonces de con qué otras se envíe, y un lote de una sola da ceros: no queda nada
    cuando se le resta su propia media. Una normalización de capa necesita un token y ninguna compañía.
prueba: Envía una secuencia sola y luego junto con otra. ¿Debería cambiar su salida? ¿Cuál de los ejes (lote, token,
    característica) recorre la media propia de un token?

fails: values, layer_norm
catalogue: LN-08
"""

from __future__ import annotations

import numpy as np

from ...block import BlockWeights
from ._around import Mask, Numbers, norms_of, pre_ln, sublayers_of


def pre_ln_block(x: Numbers, weights: BlockWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference around a norm along the batch."""
    return pre_ln(x, sublayers_of(weights, n_heads, mask), norms_of(weights, _norm))


def _norm(x: Numbers) -> Numbers:
    normalised: Numbers = (x - x.mean(0, keepdims=True)) / np.sqrt(x.var(0, keepdims=True) + 1e-5)
    return normalised

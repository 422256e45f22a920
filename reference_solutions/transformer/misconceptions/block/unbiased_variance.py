"""
en: The variance is divided by d - 1
es: La varianza se divide por d - 1

done: The layer norm uses the unbiased variance, which is what torch's var() and std() give unless told otherwise.
why: Every token comes out smaller by √((d-1)/d). At d = 512 nobody sees it, at d = 8 it's 6 %, and weights that were
    trained with the other norm no longer fit. A layer norm describes the d numbers that it has; it estimates
    nothing.
try: Normalise [1, 2, 3, 4] by hand, once dividing by 4 and once by 3. Which of the two does your function give? What
    does the documentation of var() say about its default?

hecho: La normalización de capa usa la varianza insesgada, que es la que dan var() y std() de torch si no se les dice
    otra cosa.
por_que: Cada token sale más pequeño, por un factor √((d-1)/d). Con d = 512 nadie lo nota, con d = 8 es un 6 %, y unos
    pesos entrenados con la otra normalización ya no encajan. La normalización describe los d números que tiene; no
    estima nada.
prueba: Normaliza a mano [1, 2, 3, 4], una vez dividiendo por 4 y otra por 3. ¿Cuál de los dos resultados da tu
    función? ¿Qué dice la documentación de var() sobre su valor por defecto?

fails: layer_norm
catalogue: LN-01
"""

from __future__ import annotations

import numpy as np

from ...block import BlockWeights
from ._around import Heads, Mask, Numbers, given_sublayers, norms_of, post_ln, pre_ln, sublayers_of


def layer_norm(x: Numbers, eps: float = 1e-5) -> Numbers:
    """The reference with d - 1 for d."""
    normalised: Numbers = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, ddof=1, keepdims=True) + eps)
    return normalised


def transformer_block(
    x: Numbers, heads: Heads, W_O: Numbers, W1: Numbers, b1: Numbers, W2: Numbers, b2: Numbers, mask: Mask = None
) -> Numbers:
    """The reference around this norm."""
    return post_ln(x, given_sublayers(heads, W_O, W1, b1, W2, b2, mask), layer_norm)


def pre_ln_block(x: Numbers, weights: BlockWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference around this norm."""
    return pre_ln(x, sublayers_of(weights, n_heads, mask), norms_of(weights, layer_norm))

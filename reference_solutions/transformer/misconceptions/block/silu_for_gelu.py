"""
en: SiLU where GELU was asked
es: SiLU donde se pedía GELU

done: The FFN's activation is z·sigmoid(z), also called swish.
why: It looks like GELU and trains like it, and Llama's FFN uses it. But it's a wider bend: at z = -1 it gives -0.27,
    where GELU gives -0.16, and weights that were trained with one don't fit the other.
try: Print your activation at -1, 0 and 1 and compare with GELU's -0.159, 0 and 0.841. Which class of torch.nn does
    your FFN use?

hecho: La activación de la FFN es z·sigmoid(z), también llamada swish.
por_que: Se parece a GELU y entrena igual, y la FFN de Llama la usa. Pero su curva es más abierta: en z = -1 da -0.27,
    donde GELU da -0.16, y los pesos entrenados con una no encajan con la otra.
prueba: Imprime tu activación en -1, 0 y 1, y compárala con los -0.159, 0 y 0.841 de GELU. ¿Qué clase de torch.nn usa tu
    FFN?

fails: values
catalogue: BL-08
"""

from __future__ import annotations

import numpy as np

from ...block import BlockWeights
from ._around import Mask, Numbers, norms_of, pre_ln, sublayers_of


def pre_ln_block(x: Numbers, weights: BlockWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference with another activation."""
    return pre_ln(x, sublayers_of(weights, n_heads, mask, _silu), norms_of(weights))


def _silu(z: Numbers) -> Numbers:
    activated: Numbers = z / (1 + np.exp(-z))
    return activated

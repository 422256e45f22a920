"""
en: GELU by a rough formula
es: GELU con una fórmula aproximada

done: The FFN's activation is z·sigmoid(1.702 z), the quick estimate of GELU.
why: It's off by up to 0.02 at every hidden feature. GPT uses either the exact z·Φ(z) or the tanh formula, and these two
    are forty times closer to each other than to this one.
try: Print your activation at z = -2 and z = 1 and compare with -0.0455 and 0.8413. What does GELU(z) multiply z by,
    in the words of its definition?

hecho: La activación de la FFN es z·sigmoid(1.702 z), la estimación rápida de GELU.
por_que: Se desvía hasta 0.02 en cada característica oculta. GPT usa el z·Φ(z) exacto o la fórmula con tanh, y esas dos
    están cuarenta veces más cerca la una de la otra que de esta.
prueba: Imprime tu activación en z = -2 y z = 1, y compara con -0.0455 y 0.8413. ¿Por qué multiplica GELU(z) a z, según
    su definición?

fails: values
catalogue: BL-08
"""

from __future__ import annotations

import numpy as np

from ...block import BlockWeights
from ._around import Mask, Numbers, norms_of, pre_ln, sublayers_of


def pre_ln_block(x: Numbers, weights: BlockWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference with a sigmoid for Φ."""
    return pre_ln(x, sublayers_of(weights, n_heads, mask, _rough_gelu), norms_of(weights))


def _rough_gelu(z: Numbers) -> Numbers:
    activated: Numbers = z / (1 + np.exp(-1.702 * z))
    return activated

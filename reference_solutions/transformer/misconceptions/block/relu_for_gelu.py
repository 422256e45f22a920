"""
en: ReLU where GELU was asked
es: ReLU donde se pedía GELU

done: The FFN's activation is max(0, z).
why: ReLU is the paper's own choice and works well. But GPT's block has GELU, which bends softly at 0 and lets a little
    through on the left: with weights that were trained for one, the other gives something else.
try: Work out both at z = -1: ReLU gives 0, GELU about -0.16. Which of the two comes out of your activation?

hecho: La activación de la FFN es max(0, z).
por_que: ReLU es la elección del propio artículo y funciona bien. Pero el bloque de GPT tiene GELU, que se curva con
    suavidad en 0 y deja pasar un poco por la izquierda: con pesos entrenados para una, la otra da otra cosa.
prueba: Calcula las dos en z = -1: ReLU da 0; GELU, alrededor de -0.16. ¿Cuál de las dos sale de tu activación?

fails: values
catalogue: BL-08
"""

from __future__ import annotations

from ...block import BlockWeights, relu
from ._around import Mask, Numbers, norms_of, pre_ln, sublayers_of


def pre_ln_block(x: Numbers, weights: BlockWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference with the paper's activation."""
    return pre_ln(x, sublayers_of(weights, n_heads, mask, relu), norms_of(weights))

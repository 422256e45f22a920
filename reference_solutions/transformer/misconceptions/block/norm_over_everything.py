"""
en: One mean and one variance for all tokens together
es: Una sola media y una sola varianza para todos los tokens

done: Mean and variance are taken without an axis, over the whole sequence (or the whole batch) at once.
why: Each token's share depends on all the others, later ones and other texts of the batch included: the same sentence
    gives another result in other company, and the future leaks in. Loud tokens stay loud, quiet ones quiet.
try: Print the shape of your mean. How many numbers are in it for 6 tokens, and how many would each token having its
    own take?

hecho: La media y la varianza se toman sin eje, sobre toda la secuencia (o todo el lote) a la vez.
por_que: Lo que sale de cada token depende de todos los demás, incluidos los posteriores y los otros textos del lote: la
    misma frase da otro resultado en otra compañía, y el futuro se filtra. Los tokens grandes siguen grandes y los
    pequeños, pequeños.
prueba: Imprime la forma de tu media. ¿Cuántos números tiene con 6 tokens, y cuántos harían falta para que cada token
    tuviera la suya?

fails: values, layer_norm
catalogue: LN-07
"""

from __future__ import annotations

import numpy as np

from ...block import BlockWeights
from ._around import Heads, Mask, Numbers, given_sublayers, norms_of, post_ln, pre_ln, sublayers_of


def layer_norm(x: Numbers, eps: float = 1e-5) -> Numbers:
    """The reference without an axis."""
    normalised: Numbers = (x - x.mean()) / np.sqrt(x.var() + eps)
    return normalised


def transformer_block(
    x: Numbers, heads: Heads, W_O: Numbers, W1: Numbers, b1: Numbers, W2: Numbers, b2: Numbers, mask: Mask = None
) -> Numbers:
    """The reference around this norm."""
    return post_ln(x, given_sublayers(heads, W_O, W1, b1, W2, b2, mask), layer_norm)


def pre_ln_block(x: Numbers, weights: BlockWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference around this norm."""
    return pre_ln(x, sublayers_of(weights, n_heads, mask), norms_of(weights, layer_norm))

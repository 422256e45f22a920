"""
en: All heads use the matrices of the first one
es: Todas las cabezas usan las matrices de la primera

done: You go round as many times as there are heads, but each time with the first head's W_Q, W_K and W_V.
why: All heads then look for the same and find the same. The others' matrices have no effect and never learn; one head
    would do as well.
try: Set the second head's matrices to zeros and call again. Does anything change? Then look at what your loop's
    variable is used for.

hecho: Das tantas vueltas como cabezas hay, pero siempre con W_Q, W_K y W_V de la primera.
por_que: Así todas las cabezas buscan lo mismo y encuentran lo mismo. Las matrices de las demás no tienen efecto y
    nunca aprenden; una sola cabeza haría igual.
prueba: Pon a ceros las matrices de la segunda cabeza y vuelve a llamar. ¿Cambia algo? Luego mira para qué se usa la
    variable de tu bucle.

fails: values
catalogue: MH-09
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ... import multihead as reference
from ...multihead import AttentionWeights, Head, split_heads
from ._around import Mask, Numbers, all_at_once


def multihead(X: Numbers, heads: Sequence[Head], W_O: Numbers, mask: Mask = None) -> Numbers:
    """The reference with h times the first head."""
    return reference.multihead(X, [heads[0]] * len(heads), W_O, mask)


def multi_head_attention(x: Numbers, weights: AttentionWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference with h times the first head."""
    return all_at_once(x, weights, n_heads, mask, split=_split)


def _split(x: Numbers, n_heads: int) -> Numbers:
    return np.repeat(split_heads(x, n_heads)[..., :1, :, :], n_heads, axis=-3)

"""
en: NumPy's transpose takes another kind of argument than torch's
es: El transpose de NumPy no recibe lo mismo que el de torch

done: K.transpose(-2, -1) leaves K as it is. In torch the two numbers are axes to exchange; in NumPy they are the new
    order of all the axes, and this is the order that they have already.
why: Q then meets an upright K. Mostly that is an error of shapes; with as many keys as columns it isn't, and scores
    come out that mean nothing.
try: Print K.shape and K.transpose(-2, -1).shape, and then look up what np.transpose does with its numbers.

hecho: K.transpose(-2, -1) deja K como está. En torch los dos números son los ejes que se intercambian; en NumPy son
    el nuevo orden de todos los ejes, y ese es el orden que ya tienen.
por_que: Q se encuentra entonces con una K sin girar. Casi siempre es un error de formas; si hay tantas claves como
    columnas no lo es, y salen puntuaciones que no significan nada.
prueba: Imprime K.shape y K.transpose(-2, -1).shape, y después mira en la documentación qué hace np.transpose con sus
    números.

fails: values, scaled, weights, mask_convention, mask_before_softmax, blocked_is_invisible, input_untouched
catalogue: AT-19
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ...softmax import softmax

Numbers = NDArray[np.float64]


def attention(Q: Numbers, K: Numbers, V: Numbers, mask: NDArray[np.bool_] | None = None) -> tuple[Numbers, Numbers]:
    """As the reference, with NumPy's transpose called like torch's."""
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    weights = softmax(scores)
    return weights @ V, weights

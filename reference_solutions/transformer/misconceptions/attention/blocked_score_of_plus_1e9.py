"""
en: A blocked score becomes huge instead of tiny
es: Una puntuación bloqueada se vuelve enorme en vez de ínfima

done: The number you fill in where the mask blocks has lost its minus sign.
why: The largest score wins the softmax. So the blocked keys now share everything among themselves, and the allowed
    ones get nothing: a decoder that looks at the future alone.
try: Print a row of weights under a causal mask. Where are its zeros, and where did you expect them?

hecho: El número con el que rellenas donde la máscara bloquea ha perdido su signo menos.
por_que: En el softmax gana la puntuación más grande. Así que ahora las claves bloqueadas se lo reparten todo, y las
    permitidas no reciben nada: un decodificador que solo mira al futuro.
prueba: Imprime una fila de pesos con una máscara causal. ¿Dónde están sus ceros, y dónde los esperabas?

fails: mask_convention, mask_before_softmax, blocked_is_invisible
catalogue: MK-03
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ...softmax import softmax

Numbers = NDArray[np.float64]


def attention(Q: Numbers, K: Numbers, V: Numbers, mask: NDArray[np.bool_] | None = None) -> tuple[Numbers, Numbers]:
    """As the reference, with +1e9 in the place of -inf."""
    scores = Q @ np.swapaxes(K, -2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = np.where(mask, scores, 1e9)
    weights = softmax(scores)
    return weights @ V, weights

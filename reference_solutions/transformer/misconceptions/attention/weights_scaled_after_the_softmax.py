"""
en: The division by √d_k comes after the softmax
es: La división por √d_k llega después del softmax

done: The softmax gets the raw scores, and its result is then divided by √d_k.
why: The softmax has already turned differences into factors by then. A division afterwards makes nothing flatter: it
    only lets each row add up to 1/√d_k, and the output shrinks with it.
try: Print weights.sum(axis=-1) for d_k = 4 and for d_k = 100. In the formula softmax(QKᵀ/√d_k), what stands inside
    the parentheses?

hecho: El softmax recibe las puntuaciones sin escalar, y es su resultado lo que se divide por √d_k.
por_que: Para entonces el softmax ya ha convertido las diferencias en factores. Dividir después no aplana nada: solo
    hace que cada fila sume 1/√d_k, y con ella encoge la salida.
prueba: Imprime weights.sum(axis=-1) con d_k = 4 y con d_k = 100. En la fórmula softmax(QKᵀ/√d_k), ¿qué está dentro
    del paréntesis?

fails: values, scaled, weights, mask_before_softmax
catalogue: AT-06
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ... import attention as reference

Numbers = NDArray[np.float64]


def attention(Q: Numbers, K: Numbers, V: Numbers, mask: NDArray[np.bool_] | None = None) -> tuple[Numbers, Numbers]:
    """The reference without a scale, then both results divided."""
    root = math.sqrt(Q.shape[-1])
    output, weights = reference.attention(Q * root, K, V, mask)
    return output / root, weights / root

"""
en: The scores are divided by the root of how many keys there are
es: Las puntuaciones se dividen por la raíz del número de claves

done: The size under your root is taken from the axis that counts the keys, not from the one along which a query and a
    key are multiplied.
why: So a query's scores shrink as the text gets longer, though no dot product has changed. While n and d_k happen to
    be equal nothing shows.
try: Take 5 keys of 4 numbers each and print K.shape. How many products are added up in one dot product, and where
    does this number stand in the shape?

hecho: El tamaño que hay bajo tu raíz sale del eje que cuenta las claves, y no del eje por el que se multiplican una
    consulta y una clave.
por_que: Así las puntuaciones de una consulta encogen cuando el texto se alarga, aunque ningún producto escalar haya
    cambiado. Mientras n y d_k coinciden por casualidad, no se nota.
prueba: Toma 5 claves de 4 números cada una e imprime K.shape. ¿Cuántos productos se suman en un producto escalar, y
    en qué lugar de la forma está ese número?

fails: values, scaled
catalogue: AT-20
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ... import attention as reference

Numbers = NDArray[np.float64]


def attention(Q: Numbers, K: Numbers, V: Numbers, mask: NDArray[np.bool_] | None = None) -> tuple[Numbers, Numbers]:
    """The reference with √n_k in √d_k's place."""
    return reference.attention(Q * math.sqrt(Q.shape[-1] / K.shape[-2]), K, V, mask)

"""
en: The heads are concatenated along the axis of the tokens
es: Las cabezas se concatenan por el eje de los tokens

done: The results of the heads are put below each other: h·n rows of width d_v come out, not n rows of width h·d_v.
why: Each token should keep one row, in which the findings of all heads stand side by side. So there are h rows for
    every token, and W_O doesn't fit. With one head it works, which hides it.
try: Concatenate two (3, 2) arrays along axis 0 and along axis -1, and print both shapes. Which of the two has as many
    rows as there are tokens?

hecho: Los resultados de las cabezas se ponen uno debajo de otro: salen h·n filas de ancho d_v, y no n filas de ancho
    h·d_v.
por_que: Cada token debería conservar una sola fila, con lo que han encontrado todas las cabezas una al lado de otra.
    Así hay h filas por token, y W_O no encaja. Con una sola cabeza funciona, y eso lo esconde.
prueba: Concatena dos arrays (3, 2) por el eje 0 y por el eje -1, e imprime las dos formas. ¿Cuál de las dos tiene
    tantas filas como tokens?

fails: values, one_head, equivariant, mask_reaches_heads
catalogue: MH-08
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...attention import attention
from ...multihead import Head
from ._around import Mask, Numbers


def multihead(X: Numbers, heads: Sequence[Head], W_O: Numbers, mask: Mask = None) -> Numbers:
    """The reference, concatenating along axis 0."""
    outputs = [attention(X @ W_Q, X @ W_K, X @ W_V, mask)[0] for W_Q, W_K, W_V in heads]
    output: Numbers = np.concatenate(outputs, axis=0) @ W_O
    return output

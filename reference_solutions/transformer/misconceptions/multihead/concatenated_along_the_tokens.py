"""
en: The heads don't stand side by side before W_O
es: Las cabezas no están una al lado de otra antes de W_O

done: What meets W_O is as wide as a single head, d_v, and not h·d_v: the heads are put below each other, say, or
    averaged, or only one of them is left.
why: Each token should have one row, in which the findings of all heads stand side by side; W_O has a row for each of
    these numbers. With one head anything works, which hides it.
try: With two heads, print the shape of what you multiply by W_O, and that of W_O. How many columns should the left
    factor have, and which axis have the heads gone to?

hecho: Lo que llega a W_O tiene el ancho de una sola cabeza, d_v, y no h·d_v: las cabezas están una debajo de otra,
    por ejemplo, o promediadas, o solo queda una.
por_que: Cada token debería tener una sola fila, con lo que han encontrado todas las cabezas una al lado de otra; W_O
    tiene una fila para cada uno de esos números. Con una sola cabeza todo funciona, y eso lo esconde.
prueba: Con dos cabezas, imprime la forma de lo que multiplicas por W_O, y la de W_O. ¿Cuántas columnas debería tener
    el factor izquierdo, y a qué eje han ido las cabezas?

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

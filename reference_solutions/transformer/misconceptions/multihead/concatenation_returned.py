"""
en: The heads are concatenated, and that is all
es: Las cabezas se concatenan, y nada más

done: The function returns the heads side by side; W_O is passed in and never used.
why: The result is h·d_v wide, which needn't be d_model, so it can't even be added to x in a block. And nothing mixes
    what the heads have found.
try: Print the shape of your result for d_model = 12 and three heads with d_v = 6. Which matrix of the arguments leads
    from there back to 12?

hecho: La función devuelve las cabezas puestas en fila; W_O se recibe y no se usa nunca.
por_que: El resultado tiene h·d_v columnas, que no tienen por qué ser d_model, así que en un bloque ni siquiera se
    puede sumar a x. Y nada mezcla lo que las cabezas han encontrado.
prueba: Imprime la forma de tu resultado con d_model = 12 y tres cabezas con d_v = 6. ¿Qué matriz de los argumentos
    lleva de ahí otra vez a 12?

fails: values, one_head, equivariant, mask_reaches_heads
catalogue: MH-06
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...attention import attention
from ...multihead import Head
from ._around import Mask, Numbers


def multihead(X: Numbers, heads: Sequence[Head], W_O: Numbers, mask: Mask = None) -> Numbers:
    """The reference as far as the concatenation."""
    return np.concatenate([attention(X @ W_Q, X @ W_K, X @ W_V, mask)[0] for W_Q, W_K, W_V in heads], axis=-1)

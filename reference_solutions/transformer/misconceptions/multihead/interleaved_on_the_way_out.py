"""
en: The features of the heads are interleaved where they are joined
es: Al juntar las cabezas, sus características quedan entrelazadas

done: First come the first features of all heads, then all their second features, and so on: each row is joined as
    (d_v, heads), and not as (heads, d_v).
why: W_O's first d_v rows belong to the first head, the next to the second, and so on. W_O is given here, so its rows
    were made for that order: interleaved, each of them reads a feature that it wasn't made for. (A module that learns
    its own W_O can have its features in any order.)
try: Let the heads give constant rows (all 1, all 2, all 3), and print the concatenation just before W_O. Do you read
    1, 1, 1, 2, 2, 2 or 1, 2, 3, 1, 2, 3?

hecho: Primero van las primeras características de todas las cabezas, después todas las segundas, y así: cada fila se
    junta como (d_v, cabezas) y no como (cabezas, d_v).
por_que: Las primeras d_v filas de W_O pertenecen a la primera cabeza, las siguientes a la segunda, y así. Aquí W_O
    viene dada, y sus filas están hechas para ese orden: si entrelazas las características, cada fila lee una que no
    es la suya. (Un módulo que aprende su propia W_O puede tener sus características en cualquier orden.)
prueba: Haz que las cabezas den filas constantes (todo 1, todo 2, todo 3) e imprime la concatenación justo antes de
    W_O. ¿Lees 1, 1, 1, 2, 2, 2 o 1, 2, 3, 1, 2, 3?

fails: values
catalogue: MH-04
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...attention import attention
from ...multihead import Head
from ._around import Mask, Numbers


def multihead(X: Numbers, heads: Sequence[Head], W_O: Numbers, mask: Mask = None) -> Numbers:
    """The reference, with the heads' outputs written as (d_v, h) in each row."""
    outputs = [attention(X @ W_Q, X @ W_K, X @ W_V, mask)[0] for W_Q, W_K, W_V in heads]
    output: Numbers = np.stack(outputs, axis=-1).reshape(len(X), -1) @ W_O
    return output

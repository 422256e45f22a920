"""
en: The padding mask expects the padding in front
es: La máscara de padding espera el relleno delante

done: You set True in the last places of each row, as if the text stood at the end.
why: In this course the tokens come first and the filling after them. With this mask the model reads the filling and
    takes the beginning of every shorter sentence away.
try: Write a batch of two sentences, of 2 and 4 words, on paper, filled up to 4. Below it write the rows of
    padding_mask([2, 4], 4). Do the True stand under words?

hecho: Pones True en los últimos lugares de cada fila, como si el texto estuviera al final.
por_que: En este curso primero van los tokens y después el relleno. Con esta máscara el modelo lee el relleno y le
    quita el principio a toda frase más corta.
prueba: Escribe en un papel un lote de dos frases, de 2 y de 4 palabras, rellenadas hasta 4. Debajo, las filas de
    padding_mask([2, 4], 4). ¿Los True quedan debajo de palabras?

fails: padding, combined
catalogue: MK-09
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def padding_mask(lengths: Sequence[int] | NDArray[np.integer], n_max: int) -> NDArray[np.bool_]:
    """The reference's rows, reversed."""
    return (np.arange(n_max) < np.asarray(lengths)[:, None])[:, ::-1]

"""
en: The padding mask cuts off the last real token
es: La máscara de padding corta el último token real

done: Each sequence has one True less than it has tokens; perhaps positions are counted from 1 somewhere.
why: The last token is the one from which the next is predicted, and nobody can see it any more, not even itself. A
    sequence of a single token is left with nothing to attend to.
try: Call padding_mask([1, 3], 4). How many True does the sequence with one token have? Write down the positions that
    your code compares.

hecho: Cada secuencia tiene un True menos que tokens; quizá en algún sitio las posiciones se cuentan desde 1.
por_que: El último token es aquel desde el que se predice el siguiente, y ya nadie puede verlo, ni él mismo. A una
    secuencia de un solo token no le queda nada a lo que atender.
prueba: Llama a padding_mask([1, 3], 4). ¿Cuántos True tiene la secuencia de un token? Anota las posiciones que
    compara tu código.

fails: padding, combined
catalogue: MK-08
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def padding_mask(lengths: Sequence[int] | NDArray[np.integer], n_max: int) -> NDArray[np.bool_]:
    """As the reference, with positions that begin at 1."""
    return np.arange(1, n_max + 1) < np.asarray(lengths)[:, None]

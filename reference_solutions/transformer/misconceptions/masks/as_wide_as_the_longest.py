"""
en: The padding mask ends at the longest sequence
es: La máscara de padding acaba en la secuencia más larga

done: The width of your mask comes from the largest of the lengths; n_max has no say in it.
why: A batch is often filled up further than its longest sentence needs, to the model's context for instance. Then the
    mask is narrower than the scores, and the two don't fit together.
try: Call padding_mask([2, 3], 5). How many columns do the scores of such a batch have, and how many does your mask?

hecho: El ancho de tu máscara sale de la mayor de las longitudes; n_max no interviene.
por_que: Un lote se rellena a menudo más de lo que pide su frase más larga, por ejemplo hasta el contexto del modelo.
    Entonces la máscara es más estrecha que las puntuaciones, y no encajan.
prueba: Llama a padding_mask([2, 3], 5). ¿Cuántas columnas tienen las puntuaciones de un lote así, y cuántas tu
    máscara?

fails: padding, combined
catalogue: MK-19
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def padding_mask(lengths: Sequence[int] | NDArray[np.integer], n_max: int) -> NDArray[np.bool_]:
    """As the reference, max(lengths) wide."""
    return np.arange(max(lengths)) < np.asarray(lengths)[:, None]

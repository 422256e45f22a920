"""
en: Only the padding is blocked
es: Solo se bloquea el padding

done: The mask is the padding mask, spread over the rows; the causal one isn't in it.
why: Every token sees those that come after it, so the model learns to copy the next token instead of predicting it.
try: Print the mask of one sequence. Above the diagonal, where are the zeros?

hecho: La máscara es la de padding repetida en todas las filas; la causal no está.
por_que: Cada token ve los que vienen detrás, así que el modelo aprende a copiar el siguiente token en vez de
    predecirlo.
prueba: Imprime la máscara de una secuencia. Por encima de la diagonal, ¿dónde están los ceros?

fails: future
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....transformer.masks import padding_mask


def combine_masks(lengths: Any, n: int) -> Any:
    """The padding mask alone."""
    return np.broadcast_to(padding_mask(lengths, n)[:, None, None, :], (len(lengths), 1, n, n))

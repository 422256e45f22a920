"""
en: Only the future is blocked
es: Solo se bloquea el futuro

done: The mask is the causal one, the same for all sequences; the lengths have no say.
why: The future hides the padding from real tokens, but the rows of padding see padding, and in a model without a
    causal mask, or with padding on the left, that would be all of it.
try: Print the masks of two sequences of different lengths. Where should they differ?

hecho: La máscara es la causal, igual para todas las secuencias; las longitudes no intervienen.
por_que: El futuro les oculta el padding a los tokens reales, pero las filas de padding ven padding, y en un modelo
    sin máscara causal, o con el padding a la izquierda, se vería todo.
prueba: Imprime las máscaras de dos secuencias de longitud distinta. ¿Dónde deberían diferir?

fails: padding
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....transformer.masks import causal_mask


def combine_masks(lengths: Any, n: int) -> Any:
    """The causal mask alone."""
    return np.broadcast_to(causal_mask(n), (len(lengths), 1, n, n))

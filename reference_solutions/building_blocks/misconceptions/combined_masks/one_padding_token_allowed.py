"""
en: One token of padding is allowed
es: Se permite un token de padding

done: Positions up to and including `length` count as real.
why: Positions begin at 0, so a sequence of 3 tokens has them at 0, 1 and 2; position 3 is padding already.
try: How many True values has the last row of a sequence of length 3?

hecho: Las posiciones hasta `length` incluida cuentan como reales.
por_que: Las posiciones empiezan en 0: una secuencia de 3 tokens los tiene en 0, 1 y 2; la posición 3 ya es padding.
prueba: ¿Cuántos True tiene la última fila de una secuencia de longitud 3?

fails: padding
"""

from __future__ import annotations

from typing import Any

from ....transformer.masks import causal_mask, padding_mask


def combine_masks(lengths: Any, n: int) -> Any:
    """One too many."""
    return padding_mask([length + 1 for length in lengths], n)[:, None, None, :] & causal_mask(n)

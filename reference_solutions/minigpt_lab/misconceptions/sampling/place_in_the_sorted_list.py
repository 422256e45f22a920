"""
en: The place in the sorted list is returned, not the token
es: Se devuelve el puesto en la lista ordenada, no el token

done: The logits are sorted, one of the sorted ones is drawn, and its place among them is taken for the token id.
why: Place 0 is the most probable token, whatever its id; here token 0 comes up in its stead. The text is made of
    other letters than the model chose, and only the shape of the frequencies is right.
try: Draw with top_k = 1 from logits [0, 0, 5]. Which id is expected? What else does a sort give you besides the
    sorted values?

hecho: Se ordenan los logits, se sortea uno de los ordenados y su puesto entre ellos se toma por el id del token.
por_que: El puesto 0 es el token más probable, sea cual sea su id; aquí sale en su lugar el token 0. El texto queda
    hecho de otras letras que las que eligió el modelo, y solo la forma de las frecuencias es correcta.
prueba: Sortea con top_k = 1 de los logits [0, 0, 5]. ¿Qué id esperas? ¿Qué más te da una ordenación, además de los
    valores ordenados?

fails: top_k, top_p
catalogue: GE-17
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...sampling import sample_next as right


def sample_next(
    logits: NDArray[np.float64], temperature: float = 1.0, top_k: int | None = None, top_p: float | None = None
) -> int:
    """The right one on the sorted logits, and not looked up."""
    if top_k is None and top_p is None:
        return right(logits, temperature)
    return right(np.sort(logits)[::-1], temperature, top_k, top_p)

"""
en: The padding mask holds 0 and -inf
es: La máscara de padding contiene 0 y -inf

done: Real tokens get 0 and padding -inf, ready to be added. The course asks for True and False.
why: True and False can be combined with a causal mask by "and", and whoever reads them knows what they say. Read as
    True and False, your numbers mean the opposite.
try: Combine your mask with causal_mask(4) by `&`. What does Python say? Which question is every cell of a mask to
    answer?

hecho: Los tokens reales reciben 0 y el relleno -inf, listos para sumarse. El curso pide True y False.
por_que: True y False se pueden combinar con una máscara causal mediante «y», y quien los lee sabe qué dicen. Leídos
    como True y False, tus números significan lo contrario.
prueba: Combina tu máscara con causal_mask(4) mediante `&`. ¿Qué dice Python? ¿Qué pregunta tiene que responder cada
    casilla de una máscara?

fails: padding
catalogue: MK-06
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def padding_mask(lengths: Sequence[int] | NDArray[np.integer], n_max: int) -> NDArray[np.float64]:
    """0 for real tokens, else -inf."""
    return np.where(np.arange(n_max) < np.asarray(lengths)[:, None], 0.0, -np.inf)

"""
en: The mask acts after the softmax
es: La máscara actúa después del softmax

done: The weights are worked out as if every key were visible, and the blocked ones are then set to 0.
why: What is left of a row no longer adds up to 1, so early tokens come out small. And the blocked keys still speak:
    they stood in the sum by which the others were divided.
try: With a causal mask, print weights.sum(axis=-1). Why is only the last row right? At which moment must a blocked
    key have left, if it isn't to take anything from the others?

hecho: Los pesos se calculan como si se vieran todas las claves, y después los bloqueados se ponen a 0.
por_que: Lo que queda de una fila ya no suma 1, así que los primeros tokens salen pequeños. Y las claves bloqueadas
    siguen hablando: estaban en la suma por la que se dividieron las demás.
prueba: Con una máscara causal, imprime weights.sum(axis=-1). ¿Por qué solo es correcta la última fila? ¿En qué
    momento tiene que haberse ido una clave bloqueada para no quitarles nada a las demás?

fails: mask_before_softmax, blocked_is_invisible
catalogue: MK-01
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ... import attention as reference

Numbers = NDArray[np.float64]


def attention(Q: Numbers, K: Numbers, V: Numbers, mask: NDArray[np.bool_] | None = None) -> tuple[Numbers, Numbers]:
    """The reference without the mask, which then multiplies the weights."""
    output, weights = reference.attention(Q, K, V)
    if mask is not None:
        weights = weights * mask
        output = weights @ V
    return output, weights

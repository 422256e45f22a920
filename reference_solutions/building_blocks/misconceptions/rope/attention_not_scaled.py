"""
en: The scores of the turned vectors aren't divided by √d
es: Las puntuaciones de los vectores girados no se dividen por √d

done: Queries and keys are turned as they should, and their dot products go into the softmax as they are.
why: A rotation keeps lengths, so that nothing about the size of the scores has changed: they still spread like √d, and
    the softmax saturates the sooner the wider the head is.
try: Compare the standard deviation of your scores before and after the turn, for d = 64. Did the turn make them
    smaller?

hecho: Las consultas y las claves giran como deben, y sus productos escalares entran en el softmax tal cual.
por_que: Un giro conserva las longitudes, así que nada ha cambiado en el tamaño de las puntuaciones: se siguen
    dispersando como √d, y el softmax se satura antes cuanto más ancha es la cabeza.
prueba: Compara la desviación típica de tus puntuaciones antes y después del giro, con d = 64. ¿Las ha hecho el giro más
    pequeñas?

fails: in_attention
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....transformer.attention import attention
from ...rope import rope


def rope_attention(Q: Any, K: Any, V: Any) -> Any:
    """As the reference, without the division."""
    return attention(rope(Q) * np.sqrt(Q.shape[-1]), rope(K), V)

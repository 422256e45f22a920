"""
en: The vectors are turned the other way round
es: Los vectores giran en sentido contrario

done: At position p each pair is turned by -p·θ: the minus sign stands at the other sine.
why: Scores still depend on the distance alone, for queries and keys turn backwards alike. But a model that was
    trained with the usual direction gets other scores from your function, and so does a cache that was filled by
    other code.
try: Turn the pair (1, 0) by a quarter of a full turn on paper. On which axis must it end up? What does your formula
    give for the angle π/2?

hecho: En la posición p cada par gira -p·θ: el signo menos está en el otro seno.
por_que: Las puntuaciones siguen dependiendo solo de la distancia, porque consultas y claves giran igual. Pero un
    modelo entrenado con el sentido habitual recibe de tu función otras puntuaciones, y una caché que llenó otro
    código también.
prueba: Gira en papel el par (1, 0) un cuarto de vuelta. ¿En qué eje debe acabar? ¿Qué da tu fórmula para el ángulo
    π/2?

fails: values
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Places = NDArray[np.integer]


def rope(x: Numbers, positions: Places | None = None, base: float = 10000.0) -> Numbers:
    """As the reference, by the opposite angle."""
    n, d = x.shape[-2:]
    positions = np.arange(n) if positions is None else positions
    angles = np.outer(positions, base ** (-np.arange(0, d, 2) / d))
    cos, sin = np.cos(angles), np.sin(angles)
    first, second = x[..., 0::2], x[..., 1::2]
    return np.stack([first * cos + second * sin, second * cos - first * sin], axis=-1).reshape(x.shape)

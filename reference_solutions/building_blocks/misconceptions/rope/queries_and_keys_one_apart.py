"""
en: Queries and keys count their positions from different starts
es: Las consultas y las claves cuentan sus posiciones desde inicios distintos

done: In attention a query and a key at the same position are turned by different angles.
why: The score should depend on the distance, and it does, but each token now takes its neighbour's distance for its
    own. What points in the same direction is no longer found at distance 0.
try: Use one and the same vector for all queries and keys. At which key should the largest weight of a row stand, and
    where does it stand in yours?

hecho: En la atención, una consulta y una clave de la misma posición se giran con ángulos distintos.
por_que: La puntuación debe depender de la distancia, y depende, pero ahora cada token toma por suya la distancia de su
    vecino. Lo que apunta en la misma dirección ya no se encuentra a distancia 0.
prueba: Usa un mismo vector para todas las consultas y todas las claves. ¿En qué clave debería estar el peso mayor de
    una fila, y dónde está en la tuya?

fails: in_attention
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....transformer.attention import attention
from ...rope import rope


def rope_attention(Q: Any, K: Any, V: Any) -> Any:
    """The keys stand one position further on."""
    return attention(rope(Q), rope(K, np.arange(1, K.shape[-2] + 1)), V)

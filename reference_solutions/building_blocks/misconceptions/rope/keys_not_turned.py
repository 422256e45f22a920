"""
en: Only the queries are turned
es: Solo se giran las consultas

done: In attention the keys go into the scores as they are.
why: The score then depends on where the query stands and not on where the key is: all keys with the same content get
    the same weight, near or far.
try: Use one and the same vector for all keys. Do the weights of a row differ? They should, for the keys stand at
    different distances.

hecho: En la atención las claves entran en las puntuaciones tal cual.
por_que: La puntuación depende entonces de dónde está la consulta y no de dónde está la clave: todas las claves con el
    mismo contenido reciben el mismo peso, cerca o lejos.
prueba: Usa el mismo vector para todas las claves. ¿Son distintos los pesos de una fila? Deberían, porque las claves
    están a distancias distintas.

fails: in_attention
"""

from __future__ import annotations

from typing import Any

from ....transformer.attention import attention
from ...rope import rope


def rope_attention(Q: Any, K: Any, V: Any) -> Any:
    """The keys stay unturned."""
    return attention(rope(Q), K, V)

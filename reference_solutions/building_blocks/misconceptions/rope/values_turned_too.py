"""
en: The values are turned as well
es: También se giran los valores

done: In attention you apply the rotation to V, as to Q and K.
why: The scores know the distance already. A turned value carries its absolute position into the output, where nothing
    undoes the turn: the same content at another place is then another content.
try: Let all values be one and the same vector. What must every output be, whatever the weights are?

hecho: En la atención aplicas la rotación a V igual que a Q y K.
por_que: Las puntuaciones ya conocen la distancia. Un valor girado lleva su posición absoluta a la salida, donde nada
    deshace el giro: el mismo contenido en otro lugar pasa a ser otro contenido.
prueba: Haz que todos los valores sean un mismo vector. ¿Cuál debe ser cada salida, sean cuales sean los pesos?

fails: in_attention
catalogue: PE-22
"""

from __future__ import annotations

from typing import Any

from ....transformer.attention import attention
from ...rope import rope


def rope_attention(Q: Any, K: Any, V: Any) -> Any:
    """Everything is turned."""
    return attention(rope(Q), rope(K), rope(V))

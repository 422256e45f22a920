"""
en: Nothing is turned in the attention
es: En la atención no se gira nada

done: Your attention gets Q and K as they are.
why: Without positions the output doesn't depend on the order of the tokens: rope has to be called where queries and
    keys are about to meet.
try: Exchange two tokens and compare the rows. What should the distance between query and key have changed?

hecho: Tu atención recibe Q y K tal cual.
por_que: Sin posiciones, la salida no depende del orden de los tokens: hay que llamar a rope justo donde se van a
    encontrar consultas y claves.
prueba: Intercambia dos tokens y compara las filas. ¿Qué debería haber cambiado la distancia entre consulta y clave?

fails: in_attention
"""

from __future__ import annotations

from typing import Any

from ....transformer.attention import attention


def rope_attention(Q: Any, K: Any, V: Any) -> Any:
    """Plain attention."""
    return attention(Q, K, V)

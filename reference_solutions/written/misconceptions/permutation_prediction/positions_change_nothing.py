"""
en: Positions are believed to change nothing
es: Se cree que las posiciones no cambian nada

done: You expect True both times: as if the outputs were merely permuted, with or without positions.
why: With positions a token that is moved gets another vector added, so its query, key and value are others. That the
    result then depends on the order is what positions are for.
try: Write x + PE(0) and x + PE(3) down for the same token x. Do they give the same scores?

hecho: Esperas True las dos veces: como si las salidas solo se permutaran, con posiciones o sin ellas.
por_que: Con posiciones, a un token que se mueve se le suma otro vector, así que su consulta, su clave y su valor son
    otros. Que el resultado dependa entonces del orden es justo para lo que están las posiciones.
prueba: Escribe x + PE(0) y x + PE(3) para el mismo token x. ¿Dan las mismas puntuaciones?

fails: predictions
catalogue: PE-18
"""

from __future__ import annotations


def prediction_without_positions() -> bool:
    """Without positions."""
    return True


def prediction_with_positions() -> bool:
    """With positions."""
    return True

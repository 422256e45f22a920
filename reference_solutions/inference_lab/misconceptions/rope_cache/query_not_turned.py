"""
en: The query isn't turned
es: La consulta no se gira

done: Only the key is turned by its position; the query meets it as it came.
why: A score then depends on where the key stands and not on how far it is from the query. It takes both rotations for
    the distance to be what is left.
try: Compute the score of the same q and k at positions 2 and 0, and at 7 and 5. Are they the same?

hecho: Solo la clave se gira con su posición; la consulta se le enfrenta tal como vino.
por_que: Una puntuación depende entonces de dónde está la clave y no de lo lejos que está de la consulta. Hacen falta
    los dos giros para que solo quede la distancia.
prueba: Calcula la puntuación de los mismos q y k en las posiciones 2 y 0, y en 7 y 5. ¿Son iguales?

fails: values
"""

from __future__ import annotations

from ._step import Answer, Floats, added, mixed, turned


def rope_with_cache(q: Floats, k: Floats, v: Floats, k_cache: Floats, v_cache: Floats) -> Answer:
    """The right one with the query as it is."""
    k_cache, v_cache = added(k_cache, turned(k, len(k_cache))), added(v_cache, v)
    return mixed(q, k_cache, v_cache), k_cache, v_cache

"""
en: Only the query is turned
es: Solo se gira la consulta

done: The keys go into the cache and into the scores as they came, without their positions.
why: A score then depends on where the query stands and not on where the key is: keys with the same content get the
    same weight, near or far.
try: Feed the same k in three steps. Do the three rows of the cache differ? What in them says where each one stands?

hecho: Las claves entran en la caché y en las puntuaciones tal como vinieron, sin sus posiciones.
por_que: La puntuación depende entonces de dónde está la consulta y no de dónde está la clave: las claves con el mismo
    contenido reciben el mismo peso, cerca o lejos.
prueba: Da la misma k en tres pasos. ¿Son distintas las tres filas de la caché? ¿Qué dice en ellas dónde está cada
    una?

fails: values, keys_turned
"""

from __future__ import annotations

from ._step import Answer, Floats, added, mixed, turned


def rope_with_cache(q: Floats, k: Floats, v: Floats, k_cache: Floats, v_cache: Floats) -> Answer:
    """The keys stay as they came."""
    position = len(k_cache)
    k_cache, v_cache = added(k_cache, k), added(v_cache, v)
    return mixed(turned(q, position), k_cache, v_cache), k_cache, v_cache

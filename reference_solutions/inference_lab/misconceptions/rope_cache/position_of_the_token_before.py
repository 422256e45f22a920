"""
en: The new token gets the position of the one before it
es: El token nuevo recibe la posición del anterior

done: Query and key are turned by the number of cached tokens minus 1; the first two tokens both stand at position 0.
why: The cache is as long as there are tokens before the new one. Counted from 0, that length is its position. Here the
    distance between the first two tokens is lost, and in a cache that other code has filled the new key falls together
    with the one before it.
try: Decode two tokens with the same k from an empty cache. Should their rows in the cache be equal?

hecho: La consulta y la clave se giran con el número de tokens guardados menos 1; los dos primeros tokens quedan en la
    posición 0.
por_que: La caché tiene tantas filas como tokens hay antes del nuevo. Contando desde 0, esa longitud es su posición.
    Aquí se pierde la distancia entre los dos primeros tokens, y en una caché que llenó otro código la clave nueva
    coincide con la anterior.
prueba: Decodifica dos tokens con la misma k desde una caché vacía. ¿Deberían ser iguales sus filas en la caché?

fails: values, keys_turned
"""

from __future__ import annotations

from ._step import Answer, Floats, added, mixed, turned


def rope_with_cache(q: Floats, k: Floats, v: Floats, k_cache: Floats, v_cache: Floats) -> Answer:
    """The right one a position behind."""
    position = max(len(k_cache) - 1, 0)
    k_cache, v_cache = added(k_cache, turned(k, position)), added(v_cache, v)
    return mixed(turned(q, position), k_cache, v_cache), k_cache, v_cache

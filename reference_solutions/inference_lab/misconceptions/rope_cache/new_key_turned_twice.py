"""
en: The new key is turned twice before it is cached
es: La clave nueva se gira dos veces antes de guardarla

done: The key that a step adds to the cache is turned by twice its position.
why: Two turns are one turn by twice the position: the key of token 3 stands at position 6, and the query that meets it
    thinks that it's elsewhere. Only the key of token 0 is in its place.
try: Give the function a key of ones as token 2, and print the row that it adds to the cache. By how much is it turned,
    and how many lines of your code turn it?

hecho: La clave que un paso añade a la caché está girada por el doble de su posición.
por_que: Dos giros son un giro por el doble de la posición: la clave del token 3 está en la posición 6, y la consulta
    que la encuentra la cree en otro sitio. Solo la clave del token 0 está en su lugar.
prueba: Dale a la función una clave de unos como token 2 e imprime la fila que añade a la caché. ¿Cuánto está girada, y
    cuántas líneas de tu código la giran?

fails: values, keys_turned
"""

from __future__ import annotations

from ._step import Answer, Floats, added, mixed, turned


def rope_with_cache(q: Floats, k: Floats, v: Floats, k_cache: Floats, v_cache: Floats) -> Answer:
    """The right one with a key turned twice."""
    position = len(k_cache)
    k_cache, v_cache = added(k_cache, turned(k, 2 * position)), added(v_cache, v)
    return mixed(turned(q, position), k_cache, v_cache), k_cache, v_cache

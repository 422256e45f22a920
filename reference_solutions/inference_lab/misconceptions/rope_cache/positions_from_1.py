"""
en: The first token stands at position 1
es: El primer token está en la posición 1

done: A new token is turned by the number of cached tokens plus 1.
why: Scores among your own tokens don't notice, for only distances count. But the keys in a cache are turned already,
    from position 0 on: after a cache that other code has filled, each of your tokens lies one place off.
try: Call your function with empty caches and k = [1, 0]. By which angle is the cached key turned, and by which is it in
    the example?

hecho: Un token nuevo se gira con el número de tokens guardados más 1.
por_que: Las puntuaciones entre tus propios tokens no lo notan, porque solo cuentan las distancias. Pero las claves de
    una caché ya vienen giradas, a partir de la posición 0: tras una caché que llenó otro código, cada uno de tus tokens
    queda un lugar corrido.
prueba: Llama a tu función con las cachés vacías y k = [1, 0]. ¿Qué ángulo ha girado la clave guardada, y cuál ha girado
    en el ejemplo?

fails: keys_turned
"""

from __future__ import annotations

from ._step import Answer, Floats, added, mixed, turned


def rope_with_cache(q: Floats, k: Floats, v: Floats, k_cache: Floats, v_cache: Floats) -> Answer:
    """The right one with positions from 1."""
    position = len(k_cache) + 1
    k_cache, v_cache = added(k_cache, turned(k, position)), added(v_cache, v)
    return mixed(turned(q, position), k_cache, v_cache), k_cache, v_cache

"""
en: Query and keys are turned twice
es: La consulta y las claves se giran dos veces

done: Keys go into the cache turned by their positions, and for the scores all of them are turned once more, and the
    query twice as well.
why: Two turns are one turn by twice the position: each token seems twice as far away as it is. It still depends on
    distances alone, so nothing looks broken, but it isn't what the model was trained with.
try: Compare the score of tokens 3 and 1 with that of an attention without a cache, where each vector is turned once.
    With which distance do you get the same number?

hecho: Las claves entran en la caché giradas por sus posiciones, y para las puntuaciones se giran todas otra vez, y la
    consulta también se gira dos veces.
por_que: Dos giros son un giro por el doble de la posición: cada token parece estar al doble de distancia. Todo sigue
    dependiendo solo de las distancias, así que nada parece roto, pero no es con lo que se entrenó el modelo.
prueba: Compara la puntuación de los tokens 3 y 1 con la de una atención sin caché, donde cada vector se gira una vez.
    ¿Con qué distancia te sale el mismo número?

fails: values
"""

from __future__ import annotations

from ....building_blocks.rope import rope
from ._step import Answer, Floats, added, mixed, turned


def rope_with_cache(q: Floats, k: Floats, v: Floats, k_cache: Floats, v_cache: Floats) -> Answer:
    """The right one with two turns where one is due."""
    position = len(k_cache)
    k_cache, v_cache = added(k_cache, turned(k, position)), added(v_cache, v)
    return mixed(turned(q, 2 * position), rope(k_cache), v_cache), k_cache, v_cache

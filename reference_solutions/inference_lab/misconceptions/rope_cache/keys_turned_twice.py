"""
en: Cached keys are turned a second time for the scores
es: Las claves guardadas se giran por segunda vez para las puntuaciones

done: Each key goes into the cache turned by its position, and all are turned by their positions once more for the
    scores.
why: A key that was cached is turned already. Turned twice, the key of token 3 stands at position 6, and distances
    between tokens mean nothing any more.
try: Take one query and one key, both all ones, at positions 3 and 3. Is their dot product that of position 0 and 0?

hecho: Cada clave entra en la caché girada por su posición, y para las puntuaciones se giran todas otra vez con sus
    posiciones.
por_que: Una clave guardada ya está girada. Girada dos veces, la clave del token 3 está en la posición 6, y las
    distancias entre tokens ya no significan nada.
prueba: Toma una consulta y una clave, todas de unos, en las posiciones 3 y 3. ¿Da su producto escalar lo mismo que en
    las posiciones 0 y 0?

fails: values
"""

from __future__ import annotations

from ....building_blocks.rope import rope
from ._step import Answer, Floats, added, mixed, turned


def rope_with_cache(q: Floats, k: Floats, v: Floats, k_cache: Floats, v_cache: Floats) -> Answer:
    """The right one with keys turned twice in the scores."""
    position = len(k_cache)
    k_cache, v_cache = added(k_cache, turned(k, position)), added(v_cache, v)
    return mixed(turned(q, position), rope(k_cache), v_cache), k_cache, v_cache

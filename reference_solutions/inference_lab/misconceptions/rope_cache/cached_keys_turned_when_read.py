"""
en: The keys in the cache are turned again when they are read
es: Las claves de la caché se giran otra vez al leerlas

done: Each key goes into the cache turned by its position. For the scores those that were there already are turned by
    their positions once more, and only the new one isn't.
why: A key that was cached is turned already. Turned twice, the key of token 3 stands at position 6, while that of the
    newest token is in its place: distances between tokens mean nothing any more.
try: Take keys that are all ones. Print the key of token 3 as it goes into the scores of its own step and of the next
    one. Should the two differ?

hecho: Cada clave entra en la caché girada por su posición. Para las puntuaciones, las que ya estaban se giran otra vez
    con sus posiciones, y solo la nueva no.
por_que: Una clave guardada ya está girada. Girada dos veces, la clave del token 3 está en la posición 6, mientras que
    la del token más nuevo está en su sitio: las distancias entre tokens ya no significan nada.
prueba: Toma claves que sean todas de unos. Imprime la clave del token 3 tal como entra en las puntuaciones de su paso
    y del siguiente. ¿Deberían ser distintas?

fails: values
"""

from __future__ import annotations

from ....building_blocks.rope import rope
from ._step import Answer, Floats, added, mixed, turned


def rope_with_cache(q: Floats, k: Floats, v: Floats, k_cache: Floats, v_cache: Floats) -> Answer:
    """The right one with the keys of earlier tokens turned twice in the scores."""
    position = len(k_cache)
    new = turned(k, position)
    keys, v_cache = added(rope(k_cache), new), added(v_cache, v)
    return mixed(turned(q, position), keys, v_cache), added(k_cache, new), v_cache

"""
en: Query and key of one token are turned by different positions
es: La consulta y la clave de un mismo token se giran con posiciones distintas

done: The key is turned by the cache's length before it is added, the query by the length afterwards.
why: A token then stands at distance 1 from itself, and all other distances are one too large as well.
try: Print both positions in the first step, with an empty cache. Which distance should the first token have from
    itself?

hecho: La clave se gira con la longitud de la caché antes de añadirla, y la consulta con la longitud de después.
por_que: Un token está entonces a distancia 1 de sí mismo, y todas las demás distancias se pasan también en uno.
prueba: Imprime las dos posiciones en el primer paso, con la caché vacía. ¿A qué distancia de sí mismo debería estar
    el primer token?

fails: values
catalogue: KV-02
"""

from __future__ import annotations

from ._step import Answer, Floats, added, mixed, turned


def rope_with_cache(q: Floats, k: Floats, v: Floats, k_cache: Floats, v_cache: Floats) -> Answer:
    """The right one with a query one position ahead."""
    k_cache, v_cache = added(k_cache, turned(k, len(k_cache))), added(v_cache, v)
    return mixed(turned(q, len(k_cache)), k_cache, v_cache), k_cache, v_cache

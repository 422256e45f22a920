"""
en: The keys are cached before they are turned, and all turned in each step
es: Las claves se guardan sin girar, y se giran todas en cada paso

done: The cache holds the projections as they came, and each step turns all of them by their positions to compute its
    scores.
why: The outputs are right. But a key's position never changes, so its rotation is the same in every step: t rotations
    a step where one would do.
try: Count the vectors that are turned while a text of 100 tokens is decoded. How few could it be?

hecho: La caché guarda las proyecciones tal como vinieron, y cada paso las gira todas con sus posiciones para calcular
    las puntuaciones.
por_que: Las salidas son correctas. Pero la posición de una clave no cambia nunca, así que su giro es el mismo en
    todos los pasos: t giros por paso donde bastaba uno.
prueba: Cuenta los vectores que se giran al decodificar un texto de 100 tokens. ¿Con cuántos bastaría?

fails: keys_turned
catalogue: KV-11
"""

from __future__ import annotations

from ....building_blocks.rope import rope
from ._step import Answer, Floats, added, mixed, turned


def rope_with_cache(q: Floats, k: Floats, v: Floats, k_cache: Floats, v_cache: Floats) -> Answer:
    """The right output from a cache of keys that aren't turned."""
    position = len(k_cache)
    k_cache, v_cache = added(k_cache, k), added(v_cache, v)
    return mixed(turned(q, position), rope(k_cache), v_cache), k_cache, v_cache

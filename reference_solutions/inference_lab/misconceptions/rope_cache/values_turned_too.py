"""
en: The values are turned too
es: También se giran los valores

done: v goes through the rotation like q and k, before it is cached.
why: Positions belong into the scores, where only the distance of two tokens is left of them. In a value they stay:
    the output would depend on the absolute place of each token.
try: Take equal values for all tokens. What should come out of the attention, whatever the positions are?

hecho: v pasa por el giro igual que q y k, antes de guardarse.
por_que: Las posiciones van en las puntuaciones, donde de ellas solo queda la distancia entre dos tokens. En un valor
    no desaparecen: la salida dependería del lugar absoluto de cada token.
prueba: Usa valores iguales para todos los tokens. ¿Qué debería salir de la atención, sean cuales sean las posiciones?

fails: values, values_plain
catalogue: PE-22
"""

from __future__ import annotations

from ._step import Answer, Floats, added, mixed, turned


def rope_with_cache(q: Floats, k: Floats, v: Floats, k_cache: Floats, v_cache: Floats) -> Answer:
    """The right one with turned values."""
    position = len(k_cache)
    k_cache, v_cache = added(k_cache, turned(k, position)), added(v_cache, turned(v, position))
    return mixed(turned(q, position), k_cache, v_cache), k_cache, v_cache

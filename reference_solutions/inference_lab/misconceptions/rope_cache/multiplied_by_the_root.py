"""
en: The scores are multiplied by √d
es: Las puntuaciones se multiplican por √d

done: √d comes in, but it enlarges the scores instead of reducing them.
why: The scores then spread like d and not like 1, and almost all the weight of a query falls on a single key before
    anything has been learned.
try: For random queries and keys with d = 64, print scores.std() just before the softmax. Is it near 64, near 8 or
    near 1, and which of the three did you want?

hecho: √d aparece, pero agranda las puntuaciones en vez de reducirlas.
por_que: Las puntuaciones se dispersan entonces como d y no como 1, y casi todo el peso de una consulta cae en una
    sola clave antes de haber aprendido nada.
prueba: Con consultas y claves aleatorias y d = 64, imprime la desviación típica de las puntuaciones justo antes del
    softmax. ¿Sale cerca de 64, de 8 o de 1? ¿Cuál de los tres querías?

fails: values
catalogue: AT-03
"""

from __future__ import annotations

from ._step import Answer, Floats, added, mixed, turned


def rope_with_cache(q: Floats, k: Floats, v: Floats, k_cache: Floats, v_cache: Floats) -> Answer:
    """The right one with another divisor."""
    position = len(k_cache)
    k_cache, v_cache = added(k_cache, turned(k, position)), added(v_cache, v)
    factor = len(q)
    return mixed(turned(q, position) * factor, k_cache, v_cache), k_cache, v_cache

"""
en: The pairs turn the other way round
es: Las parejas giran en el sentido contrario

done: The signs of the two sines are exchanged, so that position p turns by -p.
why: Scores still depend on the distance alone, but on its opposite: what should be told about the token 3 places
    before is told of one 3 places ahead. A model trained with the one can't be run with the other.
try: Turn [1, 0] by position 1, for d = 2. Which sign should its second number have by the formula?

hecho: Los signos de los dos senos están intercambiados, así que la posición p gira -p.
por_que: Las puntuaciones siguen dependiendo solo de la distancia, pero de la opuesta: lo que se debería decir del
    token de 3 lugares antes se dice de uno 3 lugares después. Un modelo entrenado con un sentido no se puede usar con
    el otro.
prueba: Gira [1, 0] con la posición 1, para d = 2. ¿Qué signo debería tener su segundo número según la fórmula?

fails: values
"""

from __future__ import annotations

from ._step import Answer, Floats, added, mixed, turned


def rope_with_cache(q: Floats, k: Floats, v: Floats, k_cache: Floats, v_cache: Floats) -> Answer:
    """The right one with negative positions."""
    position = -len(k_cache)
    k_cache, v_cache = added(k_cache, turned(k, position)), added(v_cache, v)
    return mixed(turned(q, position), k_cache, v_cache), k_cache, v_cache

"""
en: The scores are divided by d, not by its square root
es: Las puntuaciones se dividen por d, no por su raíz cuadrada

done: You divide by the width of a query itself.
why: A dot product of d random terms is about √d in size, so this makes it far too small: the wider a query, the more
    it looks at everything alike.
try: For random queries and keys, print scores.std() after your division with d = 4 and with d = 64. Does it stay near
    1?

hecho: Divides por el propio ancho de una consulta.
por_que: Un producto escalar de d términos aleatorios es del orden de √d, así que esto lo deja demasiado pequeño:
    cuanto más ancha es una consulta, más por igual lo mira todo.
prueba: Con consultas y claves aleatorias, imprime la desviación típica de las puntuaciones después de dividir, con d
    = 4 y con d = 64. ¿Se queda cerca de 1?

fails: values
catalogue: AT-02
"""

from __future__ import annotations

from ._step import Answer, Floats, added, mixed, turned


def rope_with_cache(q: Floats, k: Floats, v: Floats, k_cache: Floats, v_cache: Floats) -> Answer:
    """The right one with another divisor."""
    position = len(k_cache)
    k_cache, v_cache = added(k_cache, turned(k, position)), added(v_cache, v)
    factor = len(q) ** -0.5
    return mixed(turned(q, position) * factor, k_cache, v_cache), k_cache, v_cache

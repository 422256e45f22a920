"""
en: Keys are turned when they are added, and again in each step
es: Las claves se giran al añadirlas, y otra vez en cada paso

done: The new key is turned and joined to the cache; then the whole cache is turned by 0, 1, 2 and so on, and kept.
why: A key that was cached is turned already. The new one stands at twice its position at once, and runs further ahead
    in each step.
try: Print the first cached key other than token 0's after each of three steps. Should it change?

hecho: La clave nueva se gira y se une a la caché; después la caché entera se gira con 0, 1, 2, etc., y se guarda.
por_que: Una clave guardada ya está girada. La nueva está de golpe en el doble de su posición, y en cada paso se escapa
    más.
prueba: Imprime la clave guardada del token 1 tras cada uno de tres pasos. ¿Debería cambiar?

fails: values, keys_turned, earlier_rows
"""

from __future__ import annotations

from ....building_blocks.rope import rope
from ._step import Answer, Floats, added, mixed, turned


def rope_with_cache(q: Floats, k: Floats, v: Floats, k_cache: Floats, v_cache: Floats) -> Answer:
    """The right one that turns all of its cache once more."""
    position = len(k_cache)
    k_cache, v_cache = rope(added(k_cache, turned(k, position))), added(v_cache, v)
    return mixed(turned(q, position), k_cache, v_cache), k_cache, v_cache

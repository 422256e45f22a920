"""
en: The cached keys are turned again in each step
es: Las claves guardadas se vuelven a girar en cada paso

done: The new key is joined to the cache, and the whole array is turned by 0, 1, 2 and so on, and kept.
why: A key that was cached is turned already. Turned once more in each step, it runs ahead: the key of token 3 stands
    at position 6 after one step more, and at 9 after the next.
try: Print the first cached key other than token 0's after each of three steps. Should it change?

hecho: La clave nueva se une a la caché, y el array entero se gira con 0, 1, 2, etc., y se guarda.
por_que: Una clave guardada ya está girada. Si se gira una vez más en cada paso, se escapa: la clave del token 3 está
    en la posición 6 tras un paso más, y en la 9 tras el siguiente.
prueba: Imprime la clave guardada del token 1 tras cada uno de tres pasos. ¿Debería cambiar?

fails: values, earlier_rows
"""

from __future__ import annotations

from ....building_blocks.rope import rope
from ._step import Answer, Floats, added, mixed, turned


def rope_with_cache(q: Floats, k: Floats, v: Floats, k_cache: Floats, v_cache: Floats) -> Answer:
    """The right one that turns all of its cache."""
    k_cache, v_cache = rope(added(k_cache, k)), added(v_cache, v)
    return mixed(turned(q, len(k_cache) - 1), k_cache, v_cache), k_cache, v_cache

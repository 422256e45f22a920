"""
en: Each new token is turned by position 0
es: Cada token nuevo se gira con la posición 0

done: The function turns the one vector that it is given, and numbers it from 0.
why: Turning by position 0 changes nothing: queries and keys lose their places altogether, and the model can't tell
    the order of its tokens.
try: Print the position of the new token for caches of 0, 1 and 5 rows. Where does the function learn how many tokens
    came before?

hecho: La función gira el único vector que recibe, y lo numera desde 0.
por_que: Girar con la posición 0 no cambia nada: consultas y claves pierden su lugar del todo, y el modelo no
    distingue el orden de sus tokens.
prueba: Imprime la posición del token nuevo con cachés de 0, 1 y 5 filas. ¿De dónde saca la función cuántos tokens ha
    habido antes?

fails: values, keys_turned
catalogue: KV-01
alike: rope_cache/all_keys_at_the_newest_position
"""

from __future__ import annotations

from ._step import Answer, Floats, added, mixed, turned


def rope_with_cache(q: Floats, k: Floats, v: Floats, k_cache: Floats, v_cache: Floats) -> Answer:
    """The right one at position 0."""
    k_cache, v_cache = added(k_cache, turned(k, 0)), added(v_cache, v)
    return mixed(turned(q, 0), k_cache, v_cache), k_cache, v_cache

"""
en: The new token isn't attended to
es: No se atiende al token nuevo

done: The new key and value are cached, and the query is held against the earlier ones alone.
why: In causal attention a token sees those before it and itself. Without itself, the output lacks the value that was
    added last, and the first token would see nothing.
try: Change v in the second step. Does that step's output change? Should it?

hecho: La clave y el valor nuevos se guardan, y la consulta se compara solo con las anteriores.
por_que: En la atención causal un token ve los anteriores y también a sí mismo. Sin él, a la salida le falta el último
    valor añadido, y el primer token no vería nada.
prueba: Cambia v en el segundo paso. ¿Cambia la salida de ese paso? ¿Debería?

fails: values
"""

from __future__ import annotations

from ._step import Answer, Floats, added, mixed, turned


def rope_with_cache(q: Floats, k: Floats, v: Floats, k_cache: Floats, v_cache: Floats) -> Answer:
    """The right one without its newest row, but for the first token, which has no other."""
    position = len(k_cache)
    k_cache, v_cache = added(k_cache, turned(k, position)), added(v_cache, v)
    seen = max(position, 1)
    return mixed(turned(q, position), k_cache[:seen], v_cache[:seen]), k_cache, v_cache

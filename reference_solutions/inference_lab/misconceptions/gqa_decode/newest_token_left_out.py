"""
en: The newest token isn't attended to
es: No se atiende al token más nuevo

done: The last row of both caches is left out.
why: The caches already hold the token that the queries belong to. A token attends to itself, too; without it, the
    output lacks the very value that was added last.
try: Change the last row of the values' cache. Does your output change? Should it?

hecho: Se deja fuera la última fila de las dos cachés.
por_que: Las cachés ya contienen el token al que pertenecen las consultas. Un token se atiende también a sí mismo; sin
    él, a la salida le falta justo el último valor añadido.
prueba: Cambia la última fila de la caché de valores. ¿Cambia tu salida? ¿Debería?

fails: values, scaled
"""

from __future__ import annotations

from ._decode import Floats, decoded, shared


def gqa_decode(q: Floats, k_cache: Floats, v_cache: Floats) -> Floats:
    """The right one over one token fewer."""
    return decoded(q, shared(k_cache, len(q))[:, :-1], shared(v_cache, len(q))[:, :-1])

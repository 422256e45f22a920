"""
en: The queries of a group are averaged
es: Se hace la media de las consultas de cada grupo

done: Each group asks once, with the mean of its queries, and all its heads get the same answer.
why: What is shared are keys and values. The queries stay as many as before; that is what lets grouped attention be
    nearly as good as the full one.
try: Print the outputs of two heads of one group for different queries. May they be equal?

hecho: Cada grupo pregunta una sola vez, con la media de sus consultas, y todas sus cabezas reciben la misma
    respuesta.
por_que: Lo que se comparte son las claves y los valores. Consultas hay tantas como antes; por eso la atención
    agrupada es casi tan buena como la completa.
prueba: Imprime las salidas de dos cabezas de un mismo grupo para consultas distintas. ¿Pueden ser iguales?

fails: values, scaled
"""

from __future__ import annotations

import numpy as np

from ._decode import Floats, decoded, shared


def gqa_decode(q: Floats, k_cache: Floats, v_cache: Floats) -> Floats:
    """The right one with the mean query of each group."""
    grouped = q.reshape(len(k_cache), -1, q.shape[-1])
    same = np.broadcast_to(grouped.mean(axis=1, keepdims=True), grouped.shape).reshape(q.shape)
    return decoded(same, shared(k_cache, len(q)), shared(v_cache, len(q)))

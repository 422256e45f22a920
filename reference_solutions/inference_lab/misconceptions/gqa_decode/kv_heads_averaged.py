"""
en: The KV heads are averaged
es: Se hace la media de las cabezas KV

done: The mean of all KV heads stands for each of them.
why: An average is how the paper makes a grouped model out of a finished multi-head one, once and before it is trained
    further. While decoding, each group has a head of its own.
try: Change the values of one KV head. Which query heads should notice?

hecho: La media de todas las cabezas KV hace de cada una de ellas.
por_que: Con una media convierte el artículo un modelo multi-cabeza ya hecho en uno agrupado, una sola vez y antes de
    seguir entrenándolo. Al decodificar, cada grupo tiene su propia cabeza.
prueba: Cambia los valores de una cabeza KV. ¿Qué cabezas de consulta deberían notarlo?

fails: values, groups
"""

from __future__ import annotations

from ._decode import Floats, decoded, shared


def gqa_decode(q: Floats, k_cache: Floats, v_cache: Floats) -> Floats:
    """The right one with the mean of all KV heads."""
    keys, values = (cache.mean(axis=0, keepdims=True) for cache in (k_cache, v_cache))
    return decoded(q, shared(keys, len(q)), shared(values, len(q)))

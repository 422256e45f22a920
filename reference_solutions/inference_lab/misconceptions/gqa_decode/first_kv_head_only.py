"""
en: All query heads read the first KV head
es: Todas las cabezas de consulta leen la primera cabeza KV

done: Keys and values of KV head 0 serve for every query head.
why: That is multi-query attention, with a single KV head. With several, the others are computed and cached for
    nothing, and most heads read the wrong one.
try: Change the keys of the last KV head. Which outputs should change, and which do?

hecho: Las claves y los valores de la cabeza KV 0 sirven para todas las cabezas de consulta.
por_que: Eso es la atención multi-consulta, con una sola cabeza KV. Cuando hay varias, las demás se calculan y se
    guardan para nada, y la mayoría de las cabezas lee la que no es.
prueba: Cambia las claves de la última cabeza KV. ¿Qué salidas deberían cambiar, y cuáles cambian?

fails: values, groups
"""

from __future__ import annotations

from ._decode import Floats, decoded, shared


def gqa_decode(q: Floats, k_cache: Floats, v_cache: Floats) -> Floats:
    """Multi-query attention over the first head."""
    return decoded(q, shared(k_cache[:1], len(q)), shared(v_cache[:1], len(q)))

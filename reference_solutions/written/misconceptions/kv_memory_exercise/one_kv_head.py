"""
en: All heads share one KV head
es: Todas las cabezas comparten una cabeza KV

done: With GQA your cache is 1/96 of the other: as if all 96 heads shared a single KV head.
why: That is multi-query attention, where all query heads share a single KV head. Grouped by 8, there are 96 / 8 = 12
    KV heads left.
try: In groups of eight, how many groups do 96 heads make? What is kept once for each group?

hecho: Con GQA tu caché es 1/96 de la otra: como si las 96 cabezas compartieran una sola cabeza KV.
por_que: Eso es la atención multiconsulta, en la que todas las cabezas de consulta comparten una sola cabeza KV.
    Agrupadas de 8 en 8, quedan 96 / 8 = 12 cabezas KV.
prueba: En grupos de ocho, ¿cuántos grupos forman 96 cabezas? ¿Qué se guarda una vez por grupo?

fails: memory_gqa
catalogue: KM-05
"""

from __future__ import annotations

from ... import kv_memory_exercise as reference


def kv_gb_gqa() -> float:
    """One KV head."""
    return reference.kv_gb() / 96

"""
en: Grouping makes the cache larger
es: La agrupación agranda la caché

done: With GQA your cache is eight times as large.
why: Eight query heads share one KV head, so an eighth of the keys and values is kept. That saving is the only reason
    for doing it.
try: How many KV heads are there without grouping, and how many when eight queries share one?

hecho: Con GQA tu caché es ocho veces más grande.
por_que: Ocho cabezas de consulta comparten una cabeza KV, así que se guarda la octava parte de las claves y los
    valores. Ese ahorro es la única razón para hacerlo.
prueba: ¿Cuántas cabezas KV hay sin agrupar, y cuántas cuando ocho consultas comparten una?

fails: memory_gqa
catalogue: KM-05
"""

from __future__ import annotations

from ... import kv_memory_exercise as reference


def kv_gb_gqa() -> float:
    """Eight times as much."""
    return 8 * reference.kv_gb()

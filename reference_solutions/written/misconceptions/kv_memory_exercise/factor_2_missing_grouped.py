"""
en: With GQA a factor of 2 got lost
es: Con GQA se ha perdido un factor 2

done: With GQA your cache is 1/16 of the right number without it: besides the grouping by 8, a factor of 2 is gone.
why: A KV head is a key and a value, each of numbers of 2 bytes: the group shares the head and changes neither.
    Grouping makes the number of heads smaller, and nothing else.
try: Write the two products one below the other, factor by factor. Which factor stands in the first and not in the
    second?

hecho: Con GQA tu caché es 1/16 del número correcto sin ella: además de agrupar de 8 en 8, se ha perdido un factor 2.
por_que: Una cabeza KV es una clave y un valor, con números de 2 bytes: el grupo comparte la cabeza y no cambia ninguna
    de las dos cosas. Agrupar reduce el número de cabezas, y nada más.
prueba: Escribe los dos productos uno debajo del otro, factor a factor. ¿Qué factor está en el primero y no en el
    segundo?

fails: memory_gqa
catalogue: KM-05
"""

from __future__ import annotations

from ... import kv_memory_exercise as reference


def kv_gb_gqa() -> float:
    """A sixteenth."""
    return reference.kv_gb() / 16

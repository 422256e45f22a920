"""
en: Only the keys are shared
es: Solo se comparten las claves

done: With GQA your cache is 9/16 of the other: what remains when the keys are divided by 8 and the values aren't.
why: A KV head is a key and a value: the group shares both. Otherwise the values alone would still need half of the
    memory.
try: What does the V in "KV head" stand for? Which part of your sum has not become smaller?

hecho: Con GQA tu caché es 9/16 de la otra: lo que queda si se dividen por 8 las claves y no los valores.
por_que: Una cabeza KV es una clave y un valor: el grupo comparte los dos. Si no, los valores solos seguirían ocupando
    la mitad de la memoria.
prueba: ¿Qué significa la V de «cabeza KV»? ¿Qué parte de tu suma no se ha reducido?

fails: memory_gqa
catalogue: KM-05
"""

from __future__ import annotations

from ... import kv_memory_exercise as reference


def kv_gb_gqa() -> float:
    """Grouped keys, all values."""
    return reference.kv_gb() * (1 + 1 / 8) / 2

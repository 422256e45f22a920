"""
en: Only the keys are shared
es: Solo se comparten las claves

done: With GQA you divide the keys by 8 and keep all values.
why: A KV head is a key and a value: the group shares both. Otherwise the values alone would still need half of the
    memory.
try: What does the V in "KV head" stand for? Which part of your sum has not become smaller?

hecho: Con GQA divides las claves por 8 y dejas todos los valores.
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

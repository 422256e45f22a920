"""
en: Numbers of 32 bits
es: Números de 32 bits

done: Your result is twice as large as it should be: what comes out with 4 bytes for each number.
why: The exercise has 16 bits, half precision, which is what models answer in: it halves this memory at hardly any
    loss.
try: How many bits are in one byte, and so how many bytes in 16 bits?

hecho: Tu resultado es el doble de lo debido: lo que sale con 4 bytes por número.
por_que: El ejercicio dice 16 bits, media precisión, que es como responden los modelos: reduce esta memoria a la mitad
    sin apenas pérdida.
prueba: ¿Cuántos bits tiene un byte? ¿Cuántos bytes son entonces 16 bits?

fails: memory
catalogue: KM-03
"""

from __future__ import annotations

from ... import kv_memory_exercise as reference


def kv_gb() -> float:
    """The number."""
    return 2 * reference.kv_gb()


def kv_gb_gqa() -> float:
    """With GQA."""
    return 2 * reference.kv_gb_gqa()

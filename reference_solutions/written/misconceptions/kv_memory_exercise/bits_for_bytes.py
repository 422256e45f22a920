"""
en: Bits are counted as bytes
es: Se cuentan bits como si fueran bytes

done: A factor of 8 has come in: 16 bits were taken for 16 bytes, or the result is in bits.
why: A byte has 8 bits, so a number in 16 bits takes 2 bytes. Memory is sold in bytes.
try: How many bytes are 16 bits? Put that into your product.

hecho: Se ha colado un factor 8: los 16 bits se tomaron por 16 bytes, o el resultado está en bits.
por_que: Un byte tiene 8 bits, así que un número de 16 bits ocupa 2 bytes. La memoria se vende en bytes.
prueba: ¿Cuántos bytes son 16 bits? Ponlo en tu producto.

fails: memory, memory_gqa
catalogue: KM-03
"""

from __future__ import annotations

from ... import kv_memory_exercise as reference


def kv_gb() -> float:
    """The number."""
    return 8 * reference.kv_gb()


def kv_gb_gqa() -> float:
    """With GQA."""
    return 8 * reference.kv_gb_gqa()

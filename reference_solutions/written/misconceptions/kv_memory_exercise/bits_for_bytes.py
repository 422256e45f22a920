"""
en: Bits are counted as bytes
es: Se cuentan bits como si fueran bytes

done: Your result is eight times too large: as in bits, or with 16 bytes for the 16 bits.
why: A byte has 8 bits, so a number in 16 bits takes 2 bytes. Memory is sold in bytes.
try: How many bytes are 16 bits? Put that into your product.

hecho: Tu resultado es ocho veces demasiado grande: como en bits, o con 16 bytes en vez de 16 bits.
por_que: Un byte tiene 8 bits, así que un número de 16 bits ocupa 2 bytes. La memoria se vende en bytes.
prueba: ¿Cuántos bytes son 16 bits? Ponlo en tu producto.

fails: memory
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

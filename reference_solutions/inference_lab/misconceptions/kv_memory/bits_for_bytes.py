"""
en: Bits instead of bytes
es: Bits en lugar de bytes

done: Your result is eight times too large: a byte has eight bits, and bytes_per_value counts bytes already.
why: Numbers of 16 bits are 2 bytes. A cache planned in bits is bought eight times.
try: How many bytes does one number in float16 take, and what do you pass for it?

hecho: Tu resultado es ocho veces demasiado grande: un byte tiene ocho bits, y lo que ocupa un
    valor ya viene en bytes.
por_que: Los números de 16 bits son 2 bytes. Una caché planeada en bits se compra ocho veces.
prueba: ¿Cuántos bytes ocupa un número en float16, y qué pasas tú para él?

fails: values
catalogue: KM-03
"""

from __future__ import annotations

from ... import kv_memory as reference


def kv_memory(n_tokens: int, n_layers: int, n_kv_heads: int, d_head: int, bytes_per_value: int = 2) -> int:
    """Times 8."""
    return 8 * reference.kv_memory(n_tokens, n_layers, n_kv_heads, d_head, bytes_per_value)

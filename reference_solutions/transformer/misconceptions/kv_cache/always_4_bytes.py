"""
en: Every value takes 4 bytes, whatever is asked
es: Cada valor ocupa 4 bytes, se pida lo que se pida

done: You reckon with float32, and bytes_per_value has no say.
why: Models answer in 16 bits, or in 8, precisely to save this memory. Who asks what half precision saves, gets the
    same number twice.
try: Call your function with 4, 2 and 1 bytes per value. What did you expect to see?

hecho: Calculas con float32, y bytes_per_value no cuenta para nada.
por_que: Los modelos responden en 16 bits, o en 8, precisamente para ahorrar esta memoria. Quien pregunte cuánto
    ahorra la media precisión recibe dos veces el mismo número.
prueba: Llama a tu función con 4, 2 y 1 bytes por valor. ¿Qué esperabas ver?

fails: worked_number, scales
catalogue: KM-03
"""

from __future__ import annotations

from ... import kv_cache as reference


def kv_cache_bytes(n_tokens: int, n_layers: int, d_model: int, bytes_per_value: int = 2, *heads: int) -> int:
    """With 4 bytes, always."""
    return reference.kv_cache_bytes(n_tokens, n_layers, d_model, 4, *heads)

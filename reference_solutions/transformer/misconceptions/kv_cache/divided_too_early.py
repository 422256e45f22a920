"""
en: A whole-number division comes too early
es: Una división entera llega demasiado pronto

done: You divide the KV heads by the heads with `//` before multiplying, and 12 // 96 is 0.
why: `//` throws the remainder away at once. With fewer KV heads than heads, nothing is left to multiply, and the
    cache comes out as 0 bytes.
try: Print the intermediate results of your line one by one for 96 heads and 12 KV heads. At which of them does the
    size get lost?

hecho: Divides las cabezas KV entre las cabezas con `//` antes de multiplicar, y 12 // 96 es 0.
por_que: `//` tira el resto de inmediato. Con menos cabezas KV que cabezas no queda nada que multiplicar, y la caché
    sale de 0 bytes.
prueba: Imprime uno a uno los resultados intermedios de tu línea con 96 cabezas y 12 cabezas KV. ¿En cuál se pierde el
    tamaño?

fails: grouped_heads
catalogue: KM-12
"""

from __future__ import annotations

from ... import kv_cache as reference


def kv_cache_bytes(
    n_tokens: int,
    n_layers: int,
    d_model: int,
    bytes_per_value: int = 2,
    n_heads: int | None = None,
    n_kv_heads: int | None = None,
) -> int:
    """The quotient of the heads rounded down first."""
    if n_heads is not None and n_kv_heads is not None:
        d_model = n_kv_heads // n_heads * d_model
    return reference.kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value)

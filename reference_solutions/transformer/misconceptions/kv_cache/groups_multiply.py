"""
en: Sharing KV heads makes the cache larger
es: Compartir cabezas KV agranda la caché

done: The quotient of the two head counts is there, but upside down.
why: Grouped heads were invented to save memory: 8 query heads that share a key and a value need one of each instead
    of eight. Your function says that sharing costs eight times as much.
try: Compare 96 KV heads with 12. In which of the two models are more keys kept for a token?

hecho: El cociente entre los dos números de cabezas está, pero al revés.
por_que: Las cabezas agrupadas se inventaron para ahorrar memoria: 8 cabezas de consulta que comparten clave y valor
    necesitan uno de cada en lugar de ocho. Tu función dice que compartir cuesta ocho veces más.
prueba: Compara 96 cabezas KV con 12. ¿En cuál de los dos modelos se guardan más claves por token?

fails: grouped_heads
catalogue: KM-05
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
    """The quotient of the heads upside down."""
    if n_heads is not None and n_kv_heads is not None:
        d_model = d_model * n_heads // n_kv_heads
    return reference.kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value)

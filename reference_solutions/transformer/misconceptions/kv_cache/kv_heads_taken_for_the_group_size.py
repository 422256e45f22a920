"""
en: n_kv_heads is taken for the size of a group
es: n_kv_heads se toma por el tamaño de un grupo

done: You divide d_model by n_kv_heads, as if it said how many query heads share a key.
why: Some libraries do count so, and for certain pairs of numbers the results look plausible. Here n_kv_heads is how
    many KV heads there are: the fewer, the smaller the cache, and yours gets larger.
try: What does your function say for a single KV head? Is that the smallest cache possible, or the largest?

hecho: Divides d_model por n_kv_heads, como si dijera cuántas cabezas de consulta comparten una clave.
por_que: Algunas bibliotecas cuentan así, y con ciertos pares de números los resultados parecen creíbles. Aquí
    n_kv_heads es cuántas cabezas KV hay: cuantas menos, más pequeña es la caché, y la tuya crece.
prueba: ¿Qué dice tu función con una sola cabeza KV? ¿Es esa la caché más pequeña posible o la más grande?

fails: grouped_heads
catalogue: KM-06
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
    """n_kv_heads as the size of a group."""
    if n_heads is not None and n_kv_heads is not None:
        d_model = d_model // n_kv_heads
    return reference.kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value)

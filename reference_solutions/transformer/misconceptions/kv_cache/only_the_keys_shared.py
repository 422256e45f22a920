"""
en: Only half of the cache shrinks when heads are shared
es: Al compartir cabezas solo se reduce la mitad de la caché

done: The quotient of the head counts is applied to the keys or to the values, and the other half keeps its size.
why: In grouped-query attention a group of query heads shares a key head *and* its value head. Whoever counts a value
    for each query head plans for memory that nobody uses: with 96 heads in 12 groups more than four times as much.
try: With one single KV head, how many vectors of d_k numbers are kept for a token and a layer? Write down what each
    of them is.

hecho: El cociente entre los números de cabezas se aplica a las claves o a los valores, y la otra mitad se queda
    igual.
por_que: En la atención con consultas agrupadas, un grupo de cabezas de consulta comparte una cabeza de claves *y* su
    cabeza de valores. Quien cuenta un valor por cada cabeza de consulta reserva memoria que nadie usa: con 96 cabezas
    en 12 grupos, más de cuatro veces la necesaria.
prueba: Con una sola cabeza KV, ¿cuántos vectores de d_k números se guardan por token y por capa? Escribe qué es cada
    uno.

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
    """Shared keys, and a value for each head."""
    half = reference.kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value) // 2
    shared = reference.kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value, n_heads, n_kv_heads) // 2
    return half + shared

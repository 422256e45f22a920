"""
en: A single KV head is counted
es: Se cuenta una sola cabeza KV

done: The number of KV heads doesn't enter your product.
why: Each KV head has a key and a value of its own for every token. Your number is that of multi-query attention,
    where all queries share a single one.
try: Call your function with 32, 8 and 1 KV heads. Which of the three models keeps most?

hecho: El número de cabezas KV no entra en tu producto.
por_que: Cada cabeza KV tiene su propia clave y su propio valor por token. Tu número es el de la atención
    multi-consulta, donde todas las consultas comparten una sola.
prueba: Llama a tu función con 32, 8 y 1 cabezas KV. ¿Cuál de los tres modelos guarda más?

fails: values, kv_heads
catalogue: KM-05
"""

from __future__ import annotations

from ... import kv_memory as reference


def kv_memory(n_tokens: int, n_layers: int, n_kv_heads: int, d_head: int, bytes_per_value: int = 2) -> int:
    """Without the KV heads."""
    return reference.kv_memory(n_tokens, n_layers, 1, d_head, bytes_per_value)

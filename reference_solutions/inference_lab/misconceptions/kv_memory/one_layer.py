"""
en: The cache of a single layer
es: La caché de una sola capa

done: The number of layers doesn't enter your product.
why: Each layer makes keys and values of its own from what the layer below hands up, and none can use another's. With
    32 layers the memory you plan for is 32 times too small.
try: Call your function with 1 layer and with 32. How many W_K does a model of 32 layers have?

hecho: El número de capas no entra en tu producto.
por_que: Cada capa fabrica sus propias claves y valores con lo que le llega de la de abajo, y ninguna puede usar los
    de otra. Con 32 capas, la memoria que prevés es 32 veces menor que la necesaria.
prueba: Llama a tu función con 1 capa y con 32. ¿Cuántas W_K tiene un modelo de 32 capas?

fails: values, scales
catalogue: KM-02
"""

from __future__ import annotations

from ... import kv_memory as reference


def kv_memory(n_tokens: int, n_layers: int, n_kv_heads: int, d_head: int, bytes_per_value: int = 2) -> int:
    """Without the layers."""
    return reference.kv_memory(n_tokens, 1, n_kv_heads, d_head, bytes_per_value)

"""
en: The cache of a single layer
es: La caché de una sola capa

done: The number of layers doesn't enter your product.
why: Each layer makes keys and values of its own from what the layer below hands up, and none can use another's. With
    96 layers the memory you plan for is 96 times too small.
try: Call your function with 1 layer and with 96. How many W_K does a model of 96 layers have?

hecho: El número de capas no entra en tu producto.
por_que: Cada capa fabrica sus propias claves y valores con lo que le llega de la de abajo, y ninguna puede usar los
    de otra. Con 96 capas, la memoria que prevés es 96 veces menor que la necesaria.
prueba: Llama a tu función con 1 capa y con 96. ¿Cuántas W_K tiene un modelo de 96 capas?

fails: worked_number, scales
catalogue: KM-02
"""

from __future__ import annotations

from ... import kv_cache as reference


def kv_cache_bytes(n_tokens: int, n_layers: int, d_model: int, bytes_per_value: int = 2, *heads: int) -> int:
    """Without the layers."""
    return reference.kv_cache_bytes(n_tokens, 1, d_model, bytes_per_value, *heads)

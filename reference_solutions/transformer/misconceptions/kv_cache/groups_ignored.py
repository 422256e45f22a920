"""
en: The head counts change nothing
es: Los números de cabezas no cambian nada

done: Your function accepts n_heads and n_kv_heads and goes on with d_model as if nobody had said anything.
why: You get the price of a model in which every head keeps keys of its own. For one with grouped heads that is far
    too much, 8 times in the course's example, and a service that would have fitted one card is given eight.
try: Call it with 96, 12 and 1 KV heads for 96 heads. How many of the 96 keys of a token are still different in each
    case?

hecho: Tu función acepta n_heads y n_kv_heads y sigue con d_model como si nadie hubiera dicho nada.
por_que: Sale el precio de un modelo en el que cada cabeza guarda sus propias claves. Para uno con cabezas agrupadas
    es muchísimo, 8 veces de más en el ejemplo del curso, y un servicio que cabía en una tarjeta recibe ocho.
prueba: Llámala con 96, 12 y 1 cabezas KV para 96 cabezas. ¿Cuántas de las 96 claves de un token siguen siendo
    distintas en cada caso?

fails: grouped_heads
catalogue: KM-05
"""

from __future__ import annotations

from ... import kv_cache as reference


def kv_cache_bytes(n_tokens: int, n_layers: int, d_model: int, bytes_per_value: int = 2, *heads: int) -> int:
    """The reference without the heads."""
    return reference.kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value)

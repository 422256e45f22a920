"""
en: 4 bytes where nothing is said
es: 4 bytes donde no se dice nada

done: Without bytes_per_value your function takes 4.
why: Models are run in 16-bit numbers, 2 bytes each; float32 is for training, if at all. The example of the exercise
    comes out twice too large.
try: What is the default of bytes_per_value in the signature that was asked for?

hecho: Si no se le dan los bytes por valor, tu función toma 4.
por_que: Los modelos se usan con números de 16 bits, 2 bytes cada uno; float32 es para entrenar, si acaso. El ejemplo
    del ejercicio sale el doble de grande.
prueba: ¿Cuántos bytes por valor hay por defecto en la firma que se pide?

fails: values
catalogue: KM-03
"""

from __future__ import annotations

from ... import kv_memory as reference


def kv_memory(n_tokens: int, n_layers: int, n_kv_heads: int, d_head: int, bytes_per_value: int = 4) -> int:
    """Another default."""
    return reference.kv_memory(n_tokens, n_layers, n_kv_heads, d_head, bytes_per_value)

"""
en: Integers of 32 bits run over
es: Los enteros de 32 bits se desbordan

done: The product is formed in integers that end at 2 147 483 647, as np.int32 does.
why: The exercise's answer is two hundred times larger. What comes back is what is left after going round the end again
    and again, often a negative number, and no error says so.
try: Print np.iinfo(np.int32).max beside the number that you expect. Which of your factors isn't a plain Python int?

hecho: El producto se hace con enteros que acaban en 2 147 483 647, como los np.int32.
por_que: La respuesta del ejercicio es doscientas veces mayor. Lo que devuelves es lo que queda tras dar la vuelta una y
    otra vez, a menudo un número negativo, y ningún error lo dice.
prueba: Imprime np.iinfo(np.int32).max junto al número que esperas. ¿Cuál de tus factores no es un int normal de Python?

fails: worked_number, grouped_heads, scales, exact
catalogue: KM-12
"""

from __future__ import annotations

from ... import kv_cache as reference


def kv_cache_bytes(n_tokens: int, n_layers: int, d_model: int, bytes_per_value: int = 2, *heads: int) -> int:
    """What two's complement of 32 bits holds of it."""
    total = reference.kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value, *heads)
    return (total + 2**31) % 2**32 - 2**31

"""
en: The layers are counted twice
es: Las capas se cuentan dos veces

done: The number of layers enters your formula as a square.
why: A layer keeps the keys and values of its own attention and nothing of the others': a model twice as deep needs
    twice the memory, not four times.
try: Divide your result for 2 layers by the one for 1 layer. What does one more layer add to the cache?

hecho: El número de capas entra en tu fórmula al cuadrado.
por_que: Cada capa guarda las claves y los valores de su propia atención y nada de las demás: un modelo el doble de
    profundo necesita el doble de memoria, no el cuádruple.
prueba: Divide tu resultado con 2 capas por el de 1 capa. ¿Qué añade una capa más a la caché?

fails: worked_number, scales
"""

from __future__ import annotations

from ... import kv_cache as reference


def kv_cache_bytes(n_tokens: int, n_layers: int, d_model: int, bytes_per_value: int = 2, *heads: int) -> int:
    """With n_layers squared."""
    return n_layers * reference.kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value, *heads)

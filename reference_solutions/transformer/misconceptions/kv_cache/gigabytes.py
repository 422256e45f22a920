"""
en: The result is in gigabytes
es: El resultado está en gigabytes

done: You divide by 10⁹ at the end.
why: The number is right and easier to read, but it is called kv_cache_bytes. Whoever goes on reckoning with it as
    bytes is off by a thousand million.
try: What does your function return for a single token of a small model? Where would the better place for the division
    be: in the function, or where you print?

hecho: Al final divides por 10⁹.
por_que: El número es correcto y se lee mejor, pero la función se llama kv_cache_bytes. Quien siga calculando con él
    como si fueran bytes se equivoca por un factor de mil millones.
prueba: ¿Qué devuelve tu función con un solo token de un modelo pequeño? ¿Cuál sería el mejor sitio para dividir: la
    función o donde imprimes?

fails: worked_number, exact
catalogue: KM-09
"""

from __future__ import annotations

from ... import kv_cache as reference


def kv_cache_bytes(n_tokens: int, n_layers: int, d_model: int, bytes_per_value: int = 2, *heads: int) -> float:
    """In GB."""
    return reference.kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value, *heads) / 10**9

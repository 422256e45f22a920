"""
en: The result is in bits
es: El resultado está en bits

done: A factor of 8 has come in: you count bits where bytes were asked.
why: bytes_per_value says how many bytes a number takes; 2 of them are the 16 bits of half precision. With your result
    a card of 80 GB would seem full with an eighth of what it holds.
try: In which unit is the 2 of bytes_per_value? Divide your result by the one that the course gives in exercise 6.8.

hecho: Se ha colado un factor 8: cuentas bits donde se pedían bytes.
por_que: bytes_per_value dice cuántos bytes ocupa un número; 2 de ellos son los 16 bits de la media precisión. Según
    tu resultado, una tarjeta de 80 GB parecería llena con la octava parte de lo que le cabe.
prueba: ¿En qué unidad está el 2 de bytes_per_value? Divide tu resultado por el que da el curso en el ejercicio 6.8.

fails: worked_number
catalogue: KM-03
"""

from __future__ import annotations

from ... import kv_cache as reference


def kv_cache_bytes(n_tokens: int, n_layers: int, d_model: int, bytes_per_value: int = 2, *heads: int) -> int:
    """Eight times as much."""
    return 8 * reference.kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value, *heads)

"""
en: The result is in GiB
es: El resultado está en GiB

done: You divide by 1024 three times, or by 2³⁰.
why: It isn't only that bytes were asked. A GiB is 7 % larger than a GB: memory is sold in the one and reported in the
    other, and the difference decides whether the last conversation still fits.
try: Multiply your result by 2³⁰ and by 10⁹. Which of the two gives back the number of bytes?

hecho: Divides tres veces por 1024, o por 2³⁰.
por_que: No es solo que se pidieran bytes. Un GiB es un 7 % mayor que un GB: la memoria se vende en uno y se informa
    en otro, y la diferencia decide si todavía cabe la última conversación.
prueba: Multiplica tu resultado por 2³⁰ y por 10⁹. ¿Cuál de los dos devuelve el número de bytes?

fails: worked_number, exact
catalogue: KM-09
"""

from __future__ import annotations

from ... import kv_cache as reference


def kv_cache_bytes(n_tokens: int, n_layers: int, d_model: int, bytes_per_value: int = 2, *heads: int) -> float:
    """In GiB."""
    return reference.kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value, *heads) / 2**30

"""
en: A float on the way loses digits
es: Un float por el camino pierde cifras

done: Somewhere in your formula there is a `/` or a number with a point, and from there on the result is a float.
why: A float holds some 16 digits. For everyday sizes that is enough; with larger ones the last digits of the count of
    bytes are made up, and turning it into an int at the end doesn't bring them back.
try: Print type() of each factor and of the result. Then compare 2**61 - 1 with int(float(2**61 - 1)).

hecho: En algún punto de tu fórmula hay una `/` o un número con punto, y desde ahí el resultado es un float.
por_que: Un float guarda unas 16 cifras. Para los tamaños de todos los días basta; con otros mayores, las últimas
    cifras del número de bytes son inventadas, y convertirlo en int al final no las devuelve.
prueba: Imprime type() de cada factor y del resultado. Después compara 2**61 - 1 con int(float(2**61 - 1)).

fails: exact
catalogue: KM-12
"""

from __future__ import annotations

from ... import kv_cache as reference


def kv_cache_bytes(n_tokens: int, n_layers: int, d_model: int, bytes_per_value: int = 2, *heads: int) -> float:
    """As the reference, but a float."""
    return float(reference.kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value, *heads))

"""
en: bytes_per_value has no effect
es: bytes_per_value no tiene efecto

done: The 2 bytes of half precision are written into your product; the parameter is never read.
why: The worked example comes out right, since it has 2 bytes too. A cache in float32 or in 8 bits costs what your
    function says only by chance.
try: Compare the results for 1, 2 and 4 bytes per value. There are two different 2s in this formula; do you have both,
    and which of them is fixed?

hecho: Los 2 bytes de la media precisión están escritos en tu producto; el parámetro no se lee nunca.
por_que: El ejemplo del curso sale bien, porque también tiene 2 bytes. Una caché en float32 o en 8 bits solo cuesta lo
    que dice tu función por casualidad.
prueba: Compara los resultados con 1, 2 y 4 bytes por valor. En esta fórmula hay dos 2 distintos; ¿tienes los dos?
    ¿Cuál de ellos es fijo?

fails: scales
catalogue: KM-03
"""

from __future__ import annotations

from ... import kv_cache as reference


def kv_cache_bytes(n_tokens: int, n_layers: int, d_model: int, bytes_per_value: int = 2, *heads: int) -> int:
    """With 2 bytes, always."""
    return reference.kv_cache_bytes(n_tokens, n_layers, d_model, 2, *heads)

"""
en: Gigabytes instead of bytes
es: Gigabytes en lugar de bytes

done: You divide by 10⁹: the result is in GB.
why: Handy to read, but bytes were asked: an exact whole number, which can be turned into GB or GiB (they differ by 7
    per cent) afterwards.
try: Where do the digits behind the point come from, if memory consists of whole bytes?

hecho: Divides por 10⁹: el resultado está en GB.
por_que: Se lee bien, pero se pedían bytes: un número entero exacto, que después se puede pasar a GB o a GiB (se
    diferencian en un 7 por ciento).
prueba: ¿De dónde salen las cifras tras la coma, si la memoria consta de bytes enteros?

fails: values, exact
catalogue: KM-09
"""

from __future__ import annotations

from ... import kv_memory as reference


def kv_memory(n_tokens: int, n_layers: int, n_kv_heads: int, d_head: int, bytes_per_value: int = 2) -> float:
    """In GB."""
    return reference.kv_memory(n_tokens, n_layers, n_kv_heads, d_head, bytes_per_value) / 1e9

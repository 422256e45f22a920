"""
en: The queries are counted as well
es: También se cuentan las consultas

done: Your factor is 3: queries, keys and values.
why: A query serves once, at the moment when its token is processed; no later token asks for it. Keeping it would cost
    half as much again, for nothing.
try: When token 50 is generated, which vectors of token 7 are used? Does its query appear anywhere?

hecho: Tu factor es 3: consultas, claves y valores.
por_que: Una consulta sirve una vez, en el momento en que se procesa su token; ningún token posterior la pide.
    Guardarla costaría la mitad más, para nada.
prueba: Cuando se genera el token 50, ¿qué vectores del token 7 se usan? ¿Aparece su consulta en algún sitio?

fails: values
catalogue: KM-10
"""

from __future__ import annotations

from ... import kv_memory as reference


def kv_memory(n_tokens: int, n_layers: int, n_kv_heads: int, d_head: int, bytes_per_value: int = 2) -> int:
    """With a factor 3."""
    return reference.kv_memory(n_tokens, n_layers, n_kv_heads, d_head, bytes_per_value) // 2 * 3

"""
en: Divided by the heads, but not multiplied by the KV heads
es: Se divide por las cabezas, pero no se multiplica por las cabezas KV

done: With heads given, your width is that of a single head.
why: It is right for the extreme case in which all queries share one key and one value. With 12 KV heads a token
    leaves twelve keys behind in each layer, and you count one.
try: Call it with 96, 12 and 1 KV heads. Should the three numbers be the same? In which of the three is yours right?

hecho: Cuando se dan cabezas, tu ancho es el de una sola.
por_que: Es correcto en el caso extremo en que todas las consultas comparten una clave y un valor. Con 12 cabezas KV,
    un token deja doce claves en cada capa, y tú cuentas una.
prueba: Llámala con 96, 12 y 1 cabezas KV. ¿Deberían salir iguales los tres números? ¿En cuál de los tres aciertas?

fails: grouped_heads
catalogue: KM-05
"""

from __future__ import annotations

from ... import kv_cache as reference


def kv_cache_bytes(
    n_tokens: int,
    n_layers: int,
    d_model: int,
    bytes_per_value: int = 2,
    n_heads: int | None = None,
    n_kv_heads: int | None = None,
) -> int:
    """One head's width."""
    if n_heads is not None and n_kv_heads is not None:
        d_model = d_model // n_heads
    return reference.kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value)

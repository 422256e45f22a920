"""
en: The heads are counted on top of d_model
es: Las cabezas se cuentan además de d_model

done: With heads given, you multiply by d_model and by the number of KV heads.
why: d_model is the width of all heads laid side by side. Each of them is only a slice of it, and so splitting the
    same vector into more heads costs no memory at all.
try: Call it with 96 heads and 96 KV heads, and once without heads. Both describe the same model: are both numbers the
    same? How wide is one head?

hecho: Cuando se dan cabezas, multiplicas por d_model y además por el número de cabezas KV.
por_que: d_model es el ancho de todas las cabezas puestas una al lado de otra. Cada una es solo un trozo de él, así
    que partir el mismo vector en más cabezas no cuesta nada de memoria.
prueba: Llámala con 96 cabezas y 96 cabezas KV, y otra vez sin cabezas. Las dos describen el mismo modelo: ¿salen
    iguales los dos números? ¿Qué ancho tiene una cabeza?

fails: grouped_heads
catalogue: KM-04
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
    """Each KV head as wide as the model."""
    if n_heads is not None and n_kv_heads is not None:
        d_model = d_model * n_kv_heads
    return reference.kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value)

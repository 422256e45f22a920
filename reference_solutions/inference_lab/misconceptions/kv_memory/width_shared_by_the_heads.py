"""
en: d_head is taken for the width of all heads
es: d_head se toma por el ancho de todas las cabezas

done: You divide by the number of KV heads, as if d_head were to be shared out among them.
why: d_head is the width of one head already. More KV heads keep more; in your formula they keep the same, or less.
try: One KV head of width 128 keeps 256 numbers of a token. How many do 8 such heads keep?

hecho: Divides por el número de cabezas KV, como si hubiera que repartir d_head entre ellas.
por_que: d_head ya es el ancho de una cabeza. Más cabezas KV guardan más; en tu fórmula guardan lo mismo, o menos.
prueba: Una cabeza KV de ancho 128 guarda 256 números de un token. ¿Cuántos guardan 8 cabezas así?

fails: values, kv_heads
catalogue: KM-05
"""

from __future__ import annotations


def kv_memory(n_tokens: int, n_layers: int, n_kv_heads: int, d_head: int, bytes_per_value: int = 2) -> int:
    """d_head shared out among the KV heads."""
    return 2 * n_tokens * n_layers * d_head * bytes_per_value // n_kv_heads

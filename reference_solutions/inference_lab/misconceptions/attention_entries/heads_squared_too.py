"""
en: Heads and layers are squared too
es: Las cabezas y las capas también van al cuadrado

done: You square the whole product: tokens, heads and layers.
why: Tokens are compared with tokens, hence their square. Heads aren't compared with heads, nor layers with layers:
    each just adds its own matrix.
try: Divide your result for 2 heads by the one for 1 head. How many matrices does the second head add?

hecho: Elevas al cuadrado todo el producto: tokens, cabezas y capas.
por_que: Los tokens se comparan con los tokens, y de ahí su cuadrado. Las cabezas no se comparan con las cabezas, ni
    las capas con las capas: cada una añade solo su propia matriz.
prueba: Divide tu resultado con 2 cabezas por el de 1. ¿Cuántas matrices añade la segunda cabeza?

fails: layers_and_heads
"""

from __future__ import annotations


def attention_entries(n: int, n_layers: int = 1, n_heads: int = 1) -> int:
    """The square of the product."""
    return (n_layers * n_heads * n) ** 2

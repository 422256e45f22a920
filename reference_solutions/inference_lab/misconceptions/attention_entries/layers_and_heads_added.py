"""
en: Layers and heads are added
es: Se suman las capas y las cabezas

done: You add the number of layers and the number of heads, or count only one of the two.
why: Each layer has all of its heads: 3 layers of 4 heads hold 12 matrices, as 3 floors of 4 flats are 12 flats.
try: List the matrices of a model with 2 layers of 3 heads, one by one.

hecho: Sumas el número de capas y el de cabezas, o cuentas solo uno de los dos.
por_que: Cada capa tiene todas sus cabezas: 3 capas de 4 cabezas tienen 12 matrices, igual que 3 pisos de 4 viviendas
    son 12 viviendas.
prueba: Haz una lista, una por una, de las matrices de un modelo con 2 capas de 3 cabezas.

fails: layers_and_heads
"""

from __future__ import annotations


def attention_entries(n: int, n_layers: int = 1, n_heads: int = 1) -> int:
    """The sum for the product; right for a single matrix."""
    return (n_layers + n_heads - 1) * n**2

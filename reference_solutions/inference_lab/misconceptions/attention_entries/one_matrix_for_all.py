"""
en: One matrix is counted for the whole model
es: Se cuenta una sola matriz para todo el modelo

done: Neither the number of layers nor that of heads enters your result.
why: Each head of each layer has scores of its own, a matrix of n rows and n columns each. A model with 32 layers of
    32 heads computes 1024 of them.
try: Print the shape of the weights of one multi-head attention. How many matrices are in it, and how often does a
    forward come by such a place?

hecho: Ni el número de capas ni el de cabezas entran en tu resultado.
por_que: Cada cabeza de cada capa tiene sus propias puntuaciones, una matriz de n filas y n columnas. Un modelo de 32
    capas con 32 cabezas calcula 1024 matrices así.
prueba: Imprime la forma de los pesos de una atención multi-cabeza. ¿Cuántas matrices hay en ella, y cuántas veces
    pasa un forward por un sitio así?

fails: layers_and_heads
"""

from __future__ import annotations


def attention_entries(n: int, n_layers: int = 1, n_heads: int = 1) -> int:
    """One matrix."""
    return n**2

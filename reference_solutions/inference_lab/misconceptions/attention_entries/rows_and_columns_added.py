"""
en: Rows and columns are added
es: Se suman las filas y las columnas

done: You add n rows and n columns.
why: A table with n rows and n columns has one entry for each pair of a row and a column. Their sum says how long its
    edges are, not how much stands in it.
try: Draw the matrix for 5 tokens and count the squares.

hecho: Sumas n filas y n columnas.
por_que: Una tabla de n filas y n columnas tiene una entrada por cada pareja de fila y columna. La suma dice cuánto
    miden sus bordes, no cuánto hay dentro.
prueba: Dibuja la matriz para 5 tokens y cuenta las casillas.

fails: values, grows_with_the_square
"""

from __future__ import annotations


def attention_entries(n: int, n_layers: int = 1, n_heads: int = 1) -> int:
    """2 n for n²."""
    return n_layers * n_heads * 2 * n

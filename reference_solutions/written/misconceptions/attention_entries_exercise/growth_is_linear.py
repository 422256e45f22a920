"""
en: Twice the tokens are taken for twice the entries
es: Se cree que el doble de tokens es el doble de entradas

done: You expect the entries to double.
why: Rows and columns double both. That is the difference between a price that follows the length and one that runs
    away from it.
try: Take n = 3 and n = 6 and count.

hecho: Esperas que las entradas se dupliquen.
por_que: Se duplican las filas y también las columnas. Esa es la diferencia entre un precio que sigue a la longitud y
    otro que se le escapa.
prueba: Toma n = 3 y n = 6 y cuenta.

fails: growth
"""

from __future__ import annotations


def entries_growth() -> float:
    """Like the tokens."""
    return 2.0

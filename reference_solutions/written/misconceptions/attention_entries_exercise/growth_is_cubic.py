"""
en: The entries are taken to grow by the cube
es: Se cree que las entradas crecen con el cubo

done: You expect eight times as many entries.
why: A matrix has two sides, so it is the square. The cube is what it costs to write n tokens without a cache, each
    with an attention of its own.
try: How many sides of the matrix become longer when there are more tokens?

hecho: Esperas ocho veces más entradas.
por_que: Una matriz tiene dos lados, así que es el cuadrado. El cubo es lo que cuesta escribir n tokens sin caché,
    cada uno con una atención propia.
prueba: ¿Cuántos lados de la matriz se alargan cuando hay más tokens?

fails: growth
catalogue: CO-07
"""

from __future__ import annotations


def entries_growth() -> float:
    """As a cube does."""
    return 8.0

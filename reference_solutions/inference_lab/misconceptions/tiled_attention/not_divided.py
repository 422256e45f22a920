"""
en: The output isn't divided by the sum of the exponentials
es: La salida no se divide por la suma de las exponenciales

done: You give back the sum of the values as the last tile leaves it. The sum of the exponentials is kept beside it, and
    never divides it.
why: Exponentials become weights when they are divided by their sum. Without it the output grows with every key, and
    isn't an average of the values.
try: Make all values 1. What should come out for every query, and what does? Which number, kept from tile to tile, is
    the ratio of the two?

hecho: Devuelves la suma de los valores tal como la deja el último bloque. La suma de las exponenciales se guarda al
    lado, pero nunca se divide por ella.
por_que: Las exponenciales se convierten en pesos al dividirlas por su suma. Sin eso, la salida crece con cada clave y
    no es un promedio de los valores.
prueba: Pon todos los valores a 1. ¿Qué debería salir para cada consulta y qué sale? ¿Qué número, guardado de bloque en
    bloque, es la razón entre los dos?

fails: values, sums_to_one
"""

from __future__ import annotations

from ._tiles import Floats, online


def tiled_attention(Q: Floats, K: Floats, V: Floats, block_size: int) -> Floats:
    """The numerator alone."""
    return online(Q, K, V, block_size, divide=False)

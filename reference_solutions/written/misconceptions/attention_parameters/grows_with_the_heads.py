"""
en: More heads are taken to be more parameters
es: Se cree que más cabezas son más parámetros

done: With 16 heads you have more parameters than with 8.
why: The width d_model is shared out among the heads: twice as many heads are half as wide each. So you can choose the
    number of heads without paying for it in parameters.
try: How wide is a head with 8 heads, and with 16? Write down the shapes of W_Q for one head and for all of them side
    by side, both times.

hecho: Con 16 cabezas tienes más parámetros que con 8.
por_que: La anchura d_model se reparte entre las cabezas: el doble de cabezas son cabezas la mitad de anchas. Por eso
    puedes elegir el número de cabezas sin pagarlo en parámetros.
prueba: ¿Qué anchura tiene una cabeza con 8 cabezas, y con 16? Escribe en los dos casos la forma de W_Q de una cabeza
    y la de todas puestas en fila.

fails: sixteen_heads, independent_of_heads
catalogue: MH-22
"""

from __future__ import annotations


def attention_parameters_8() -> int:
    """With 8 heads."""
    return 4 * (512**2 + 512)


def attention_parameters_16() -> int:
    """With 16."""
    return 8 * (512**2 + 512)

"""
en: The norm is squared
es: La norma está al cuadrado

done: Your number is the sum of the squares, without the root.
why: Squared, a half becomes a quarter: the influence seems to fade, or to explode, twice as fast as it does.
try: Take W = 0.5 times the identity and inputs of 0. By what factor should your number fall at each step?

hecho: Tu número es la suma de los cuadrados, sin la raíz.
por_que: Al cuadrado, un medio se vuelve un cuarto: la influencia parece desvanecerse, o explotar, el doble de
    deprisa.
prueba: Toma W = 0.5 veces la identidad y entradas de 0. ¿Por qué factor debería bajar tu número en cada paso?

fails: values, one_unit, powers_of_w
"""

from __future__ import annotations

import numpy as np

from ._recurrence import Numbers, accumulated


def rnn_influence(W: Numbers, U: Numbers, inputs: Numbers) -> Numbers:
    """As the reference, squared."""
    return np.array([(jacobian**2).sum() for jacobian in accumulated(W, U, inputs)])

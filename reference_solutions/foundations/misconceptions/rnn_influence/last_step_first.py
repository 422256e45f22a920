"""
en: The list runs backwards
es: La lista va al revés

done: Your first number is that of the last step.
why: The numbers are right, but entry t is what belongs to step T - t + 1: a plot of it shows an influence that grows
    where it fades.
try: Take W = 0.5 times the identity and inputs of 0. Should the first number be the largest or the smallest?

hecho: Tu primer número es el del último paso.
por_que: Los números son correctos, pero el elemento t es el que corresponde al paso T - t + 1: en una gráfica, la
    influencia crece donde en realidad se desvanece.
prueba: Toma W = 0.5 veces la identidad y entradas de 0. ¿El primer número debería ser el mayor o el menor?

fails: values
"""

from __future__ import annotations

from ._recurrence import Numbers, accumulated, norms


def rnn_influence(W: Numbers, U: Numbers, inputs: Numbers) -> Numbers:
    """As the reference, from the last step to the first."""
    return norms(accumulated(W, U, inputs))[::-1]

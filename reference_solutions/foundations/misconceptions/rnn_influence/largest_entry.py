"""
en: The largest entry isn't the norm asked for
es: El elemento mayor no es la norma que se pide

done: Your number is the largest entry of the Jacobian, by absolute value.
why: It looks at one pair of units and leaves out all others. The norm says how much the whole state still moves: the
    Frobenius norm sums the squares of all entries, the spectral one takes the direction that is stretched most.
try: What is your number for [[1, 1], [1, 1]] and for [[1, 0], [0, 0]]? Which of the two passes more on?

hecho: Tu número es el elemento mayor del jacobiano en valor absoluto.
por_que: Mira un solo par de unidades y deja fuera las demás. La norma dice cuánto se mueve todavía el estado entero:
    la de Frobenius suma los cuadrados de todos los elementos; la espectral toma la dirección que más se estira.
prueba: ¿Qué número te sale con [[1, 1], [1, 1]] y con [[1, 0], [0, 0]]? ¿Cuál de las dos transmite más?

fails: values
"""

from __future__ import annotations

import numpy as np

from ._recurrence import Numbers, accumulated


def rnn_influence(W: Numbers, U: Numbers, inputs: Numbers) -> Numbers:
    """The largest entry by absolute value."""
    return np.array([np.abs(jacobian).max() for jacobian in accumulated(W, U, inputs)])

"""
en: Norms are multiplied, not matrices
es: Se multiplican las normas, no las matrices

done: You take the norm of each step's factor and multiply the norms.
why: That is an upper bound, no more: a matrix stretches some directions and shrinks others, and the next one seldom
    stretches the same. The norm of a product is usually much smaller than the product of the norms.
try: Take A = [[2, 0], [0, 0]] and B = [[0, 0], [0, 2]]. What is the norm of A B, and what do you get from their norms?

hecho: Tomas la norma del factor de cada paso y multiplicas las normas.
por_que: Eso es una cota superior y nada más: una matriz estira unas direcciones y encoge otras, y la siguiente rara
    vez estira las mismas. La norma de un producto suele ser mucho menor que el producto de las normas.
prueba: Toma A = [[2, 0], [0, 0]] y B = [[0, 0], [0, 2]]. ¿Cuánto vale la norma de A B y qué te sale con sus normas?

fails: values
"""

from __future__ import annotations

import numpy as np

from ._recurrence import Numbers, accumulated


def rnn_influence(W: Numbers, U: Numbers, inputs: Numbers) -> Numbers:
    """The spectral norms of the steps, multiplied."""
    steps = accumulated(W, U, inputs, chain=lambda factor, before: factor)
    return np.cumprod([np.linalg.norm(factor, 2) for factor in steps])

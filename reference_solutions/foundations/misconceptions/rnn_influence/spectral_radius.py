"""
en: The largest eigenvalue isn't a norm
es: El mayor valor propio no es una norma

done: Your number is the largest absolute eigenvalue of the Jacobian.
why: Eigenvalues say what happens to directions that the matrix keeps. A matrix such as [[0, 5], [0, 0]] has none but
    0 and still passes five times on. The spectral norm is the largest singular value, not the largest eigenvalue.
try: What is your number for [[0, 5], [0, 0]]? How long is that matrix times [0, 1]?

hecho: Tu número es el mayor valor propio del jacobiano en valor absoluto.
por_que: Los valores propios hablan de las direcciones que la matriz conserva. Una matriz como [[0, 5], [0, 0]] solo
    tiene el 0 y aun así transmite cinco veces. La norma espectral es el mayor valor singular, no el mayor valor
    propio.
prueba: ¿Qué número te sale con [[0, 5], [0, 0]]? ¿Qué longitud tiene esa matriz por [0, 1]?

fails: values
"""

from __future__ import annotations

import numpy as np

from ._recurrence import Numbers, accumulated


def rnn_influence(W: Numbers, U: Numbers, inputs: Numbers) -> Numbers:
    """The spectral radius."""
    return np.array([np.abs(np.linalg.eigvals(jacobian)).max() for jacobian in accumulated(W, U, inputs)])

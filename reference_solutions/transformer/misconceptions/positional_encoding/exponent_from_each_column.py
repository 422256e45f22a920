"""
en: Each column has a frequency of its own
es: Cada columna tiene su propia frecuencia

done: The number of the column goes into the exponent, so the cosine in column 1 turns a little slower than the sine
    in column 0.
why: Sine and cosine of one angle are a point on a circle, and a step of k positions turns it by the same angle
    wherever you are. With two different angles the point leaves the circle, and this rule, which lets attention learn
    "three words back", is lost.
try: Compute sin² + cos² from columns 0 and 1 for a few positions. How many different frequencies do 8 columns need?

hecho: En el exponente entra el número de la columna, así que el coseno de la columna 1 gira algo más despacio que el
    seno de la columna 0.
por_que: El seno y el coseno de un mismo ángulo son un punto en una circunferencia, y un paso de k posiciones lo gira
    siempre el mismo ángulo. Con dos ángulos distintos el punto se sale de ella, y se pierde esa regla, que permite a
    la atención aprender «tres palabras atrás».
prueba: Calcula sen² + cos² con las columnas 0 y 1 en unas cuantas posiciones. ¿Cuántas frecuencias distintas
    necesitan 8 columnas?

fails: values, far_positions, sines_and_cosines, rotation
catalogue: PE-02
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def positional_encoding(n_positions: int, d_model: int) -> NDArray[np.float64]:
    """The exponent j / d in column j."""
    angles = np.outer(np.arange(n_positions), 10000.0 ** (-np.arange(d_model) / d_model))
    return np.asarray(np.where(np.arange(d_model) % 2 == 0, np.sin(angles), np.cos(angles)))

"""
en: Sine and cosine are exchanged
es: El seno y el coseno están intercambiados

done: The cosines stand in the even columns and the sines in the odd ones.
why: It would work just as well, if everybody did it so. But weights and tables are passed around: with this one, a
    model that was trained on the usual order finds each pair the wrong way round.
try: Print row 0. Every angle is 0 there: what do sin 0 and cos 0 give, and with which of the two should the row
    begin?

hecho: Los cosenos están en las columnas pares y los senos en las impares.
por_que: Funcionaría igual de bien, si todos lo hicieran así. Pero los pesos y las tablas se comparten: con esta, un
    modelo entrenado con el orden habitual encuentra cada pareja al revés.
prueba: Imprime la fila 0. Ahí todos los ángulos son 0: ¿cuánto valen sen 0 y cos 0, y con cuál de los dos debería
    empezar la fila?

fails: values, far_positions, first_position, sines_and_cosines
catalogue: PE-05
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ... import positional_encoding as reference


def positional_encoding(n_positions: int, d_model: int) -> NDArray[np.float64]:
    """As the reference, the cosine first."""
    angles = np.outer(np.arange(n_positions), reference.angular_frequencies(d_model))
    return np.stack([np.cos(angles), np.sin(angles)], axis=-1).reshape(n_positions, -1)[:, :d_model]

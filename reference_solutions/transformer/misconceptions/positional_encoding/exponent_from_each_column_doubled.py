"""
en: The column's number, doubled, is the exponent
es: El exponente es el doble del número de columna

done: For the sine you take 2i/d_model and for the cosine 2(i+1)/d_model, with an i that already counts columns.
why: Two things go wrong together. The 2 is counted twice, so the frequencies fall too fast; and a sine and its cosine
    turn at different speeds, so that the pair is no rotation any more. Much code that is copied around does this.
try: For d_model = 6 put the six exponents that you use in a row. Which of them should be equal, and how large is the
    largest allowed to be?

hecho: Para el seno tomas 2i/d_model y para el coseno 2(i+1)/d_model, con una i que ya cuenta columnas.
por_que: Fallan dos cosas a la vez. El 2 se cuenta dos veces, así que las frecuencias caen demasiado rápido; y un seno
    y su coseno giran a velocidades distintas, así que la pareja ya no es una rotación. Mucho código que circula por
    ahí lo hace así.
prueba: Con d_model = 6, pon en fila los seis exponentes que usas. ¿Cuáles deberían ser iguales, y cuánto puede valer
    como mucho el mayor?

fails: values, far_positions, sines_and_cosines, rotation
catalogue: PE-02
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def positional_encoding(n_positions: int, d_model: int) -> NDArray[np.float64]:
    """The exponent 2j / d in column j."""
    angles = np.outer(np.arange(n_positions), 10000.0 ** (-2 * np.arange(d_model) / d_model))
    return np.asarray(np.where(np.arange(d_model) % 2 == 0, np.sin(angles), np.cos(angles)))

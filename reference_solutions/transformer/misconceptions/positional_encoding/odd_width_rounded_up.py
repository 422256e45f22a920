"""
en: An odd d_model comes back one column wider
es: Un d_model impar vuelve con una columna de más

done: Every sine gets its cosine, also the last one, for which there is no room in an odd width.
why: Whoever asked for 7 columns gets 8, and learns of it only when they don't fit the embeddings.
try: Print the shape of positional_encoding(5, 7). Is it what was asked for? If it can't be, how would you want to be
    told?

hecho: Cada seno recibe su coseno, también el último, para el que no queda sitio en un ancho impar.
por_que: Quien pidió 7 columnas recibe 8, y solo se entera cuando no encajan con los embeddings.
prueba: Imprime la forma de positional_encoding(5, 7). ¿Es la que se pedía? Si no puede serlo, ¿cómo querrías que te
    lo dijeran?

fails: odd_width
catalogue: PE-19
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def positional_encoding(n_positions: int, d_model: int) -> NDArray[np.float64]:
    """As the reference, with a cosine too many in an odd width."""
    angles = np.outer(np.arange(n_positions), 10000.0 ** (-np.arange(0, d_model, 2) / d_model))
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(n_positions, -1)

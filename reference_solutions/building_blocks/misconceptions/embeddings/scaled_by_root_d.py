"""
en: The vectors are multiplied by √d_model
es: Los vectores se multiplican por √d_model

done: Each token's vector is multiplied by √d_model before its position is added.
why: The paper of 2017 does that, because its positions are sines and cosines of fixed size. Here both tables are
    learned and find their own sizes, as in GPT and BERT, and the plain sum was asked. With the factor, the positions
    begin far too weak.
try: Compare your output for one token with the sum of the two rows, taken from your own tables. By which number does
    one of the rows differ?

hecho: El vector de cada token se multiplica por √d_model antes de sumarle su posición.
por_que: El artículo de 2017 lo hace, porque sus posiciones son senos y cosenos de tamaño fijo. Aquí las dos tablas se
    aprenden y encuentran su propio tamaño, como en GPT y BERT, y se pedía la suma sin más. Con el factor, las
    posiciones empiezan siendo demasiado débiles.
prueba: Compara tu salida para un token con la suma de las dos filas, tomadas de tus propias tablas. ¿En qué número se
    diferencia una de las filas?

fails: values
catalogue: GP-12
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def embeddings(
    idx: NDArray[np.int64], tokens: NDArray[np.float64], positions: NDArray[np.float64]
) -> NDArray[np.float64]:
    """As the reference, with the factor of the paper of 2017."""
    summed: NDArray[np.float64] = tokens[idx] * np.sqrt(tokens.shape[1]) + positions[: idx.shape[-1]]
    return summed

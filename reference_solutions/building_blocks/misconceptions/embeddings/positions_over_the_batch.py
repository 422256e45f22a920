"""
en: The position is counted over the batch
es: La posición se cuenta sobre el lote

done: The positions run along axis 0: each text of the batch gets one position for all of its tokens.
why: Within a text nothing tells the places apart, and the vectors of a text depend on its place in the batch. A batch
    is only a pile of texts that have nothing to do with each other.
try: Embed one text alone and the same text as the third of a batch. Do you get the same vectors? Which axis of (B, n)
    counts the tokens?

hecho: Las posiciones recorren el eje 0: cada texto del lote recibe una sola posición para todos sus tokens.
por_que: Dentro de un texto nada distingue los lugares, y los vectores de un texto dependen de su sitio en el lote. Un
    lote no es más que un montón de textos que nada tienen que ver entre sí.
prueba: Pasa un texto solo, y el mismo texto como tercero de un lote. ¿Salen los mismos vectores? ¿Qué eje de (B, n)
    cuenta los tokens?

fails: values, positions_added, every_sample, longest_text
catalogue: PE-12
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def embeddings(
    idx: NDArray[np.int64], tokens: NDArray[np.float64], positions: NDArray[np.float64]
) -> NDArray[np.float64]:
    """As the reference, over axis 0."""
    return tokens[idx] + positions[: len(idx), None]

"""
en: The positions are not added
es: No se suman las posiciones

done: Your module gives the vectors of the tokens alone.
why: Attention has no sense of order of its own: without positions, "dog bites man" and "man bites dog" are the same
    to it. Nothing raises an error; the model merely never learns what order means.
try: Embed a text that repeats one token four times. Are the four vectors different? Which table should see to that?

hecho: Tu módulo da solo los vectores de los tokens.
por_que: La atención no tiene por sí misma ningún sentido del orden: sin posiciones, «el perro muerde al hombre» y «el
    hombre muerde al perro» son para ella lo mismo. No salta ningún error; el modelo simplemente nunca aprende qué
    significa el orden.
prueba: Pasa un texto que repita cuatro veces el mismo token. ¿Son distintos los cuatro vectores? ¿Qué tabla debería
    encargarse de eso?

fails: values, positions_added, longest_text
catalogue: PE-15
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def embeddings(
    idx: NDArray[np.int64], tokens: NDArray[np.float64], positions: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The tokens alone."""
    return tokens[idx]

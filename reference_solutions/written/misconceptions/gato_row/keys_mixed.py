"""
en: The keys are mixed, and not the values
es: Se mezclan las claves y no los valores

done: Your output is the keys, weighted.
why: Keys only decide how much each word counts. What is passed on are the values, from a matrix of their own: so a
    word can be found by one thing and tell another.
try: Which of the three matrices has had no part in your output?

hecho: Tu salida son las claves, ponderadas.
por_que: Las claves solo deciden cuánto cuenta cada palabra. Lo que se transmite son los valores, que salen de su
    propia matriz: así una palabra puede encontrarse por una cosa y contar otra.
prueba: ¿Cuál de las tres matrices no ha intervenido en tu salida?

fails: output
catalogue: AT-11
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....foundations.worked_examples import EL_GATO_DUERME, W_K
from ...gato_row import gato_weights


def gato_output() -> NDArray[np.float64]:
    """A K instead of A V."""
    keys: NDArray[np.float64] = EL_GATO_DUERME @ W_K
    return gato_weights() @ keys

"""
en: The causal mask blocks nothing
es: La máscara causal no bloquea nada

done: Every entry says "may attend".
why: With such a mask attention runs without complaint and looks at the whole text, the future too. It is what an
    encoder wants; a model that is to write could copy the next word instead of learning to predict it.
try: Count the True in causal_mask(4). How many pairs are there in which a token looks back or at itself? Does your
    triangle get lost between the line that makes it and the return?

hecho: Todas las casillas dicen «puede atender».
por_que: Con una máscara así, la atención corre sin quejarse y mira el texto entero, el futuro incluido. Es lo que
    quiere un codificador; un modelo que deba escribir podría copiar la palabra siguiente en vez de aprender a
    predecirla.
prueba: Cuenta los True de causal_mask(4). ¿Cuántas parejas hay en las que un token mira hacia atrás o a sí mismo? ¿Se
    pierde tu triángulo entre la línea que lo crea y el return?

fails: causal, in_attention, combined
catalogue: MK-04
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def causal_mask(n: int) -> NDArray[np.bool_]:
    """True everywhere."""
    return np.ones((n, n), dtype=np.bool_)

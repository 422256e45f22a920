"""
en: The causal mask is upside down
es: La máscara causal está boca abajo

done: You keep the upper triangle: row i is True from column i onwards.
why: A token then sees itself and what comes after, and nothing of what came before. In training the loss drops
    quickly, for the answer lies in plain sight; in generation there is no "after", and the model is lost.
try: Print causal_mask(4) and read row 2 aloud: "token 2 may look at ...". Which of the four should it be allowed to
    know when it is its turn?

hecho: Te quedas con el triángulo superior: la fila i es True desde la columna i en adelante.
por_que: Así un token se ve a sí mismo y a lo que viene después, y nada de lo anterior. En el entrenamiento la pérdida
    cae enseguida, porque la respuesta está a la vista; al generar no hay «después», y el modelo se queda a ciegas.
prueba: Imprime causal_mask(4) y lee en voz alta la fila 2: «el token 2 puede mirar a ...». ¿A cuáles de los cuatro
    debería conocer cuando le llega el turno?

fails: causal, in_attention, combined
catalogue: MK-05
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def causal_mask(n: int) -> NDArray[np.bool_]:
    """The upper triangle with its diagonal."""
    return np.triu(np.ones((n, n), dtype=np.bool_))

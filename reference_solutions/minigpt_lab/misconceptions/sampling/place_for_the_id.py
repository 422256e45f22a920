"""
en: What comes back is the token's rank, not its id
es: Se devuelve el rango del token, no su id

done: The probabilities are sorted before anything is drawn, and the place that was drawn is taken for the id.
why: Place 0 is the most probable token, whatever its id. Temperature, top-k and top-p do what they should, and still
    the wrong letters are written: token 0 comes up wherever the favourite is meant.
try: Draw twenty times from the logits [0, 0, 9]. Which id should come up, and which does? A sort also tells where
    each value stood before: what can that be used for?

hecho: Las probabilidades se ordenan antes de sortear, y el puesto que sale se toma por el id.
por_que: El puesto 0 es el token más probable, sea cual sea su id. La temperatura, top-k y top-p hacen lo que deben, y
    aun así se escriben letras equivocadas: sale el token 0 donde tocaba el favorito.
prueba: Sortea veinte veces de los logits [0, 0, 9]. ¿Qué id debería salir y cuál sale? Una ordenación también dice
    dónde estaba antes cada valor: ¿para qué sirve eso?

fails: temperature
catalogue: GE-17
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...sampling import sample_next as right


def sample_next(
    logits: NDArray[np.float64], temperature: float = 1.0, top_k: int | None = None, top_p: float | None = None
) -> int:
    """The right one on the sorted logits, and never looked up."""
    return right(np.sort(logits)[::-1], temperature, top_k, top_p)

"""
en: The causal mask lets each token see one too many
es: La máscara causal deja ver a cada token uno de más

done: The boundary of your triangle lies one place too far to the right: at [i, i + 1] there is a True.
why: The next token is exactly what the model has to predict. One cell of leak is enough: it learns to copy the
    answer, the loss goes to 0, and what it writes on its own is worthless.
try: Print causal_mask(3). What does token 0 see, which token is it asked to predict, and what does the k of `tril`
    and `triu` count from?

hecho: El borde de tu triángulo está una posición demasiado a la derecha: en [i, i + 1] hay un True.
por_que: El token siguiente es exactamente lo que el modelo tiene que predecir. Basta con esa casilla: aprende a
    copiar la respuesta, la pérdida se va a 0, y lo que escribe por su cuenta no vale nada.
prueba: Imprime causal_mask(3). ¿Qué ve el token 0, qué token se le pide que prediga, y desde dónde cuenta la k de
    `tril` y `triu`?

fails: causal, in_attention, combined
catalogue: MK-07
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def causal_mask(n: int) -> NDArray[np.bool_]:
    """The reference with one diagonal more."""
    return np.tril(np.ones((n, n), dtype=np.bool_), k=1)

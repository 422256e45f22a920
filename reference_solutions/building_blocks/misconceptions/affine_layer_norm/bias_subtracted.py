"""
en: The bias is subtracted
es: El sesgo se resta

done: From γ times the normalised token, β is taken away.
why: A model that you train with it learns -β and nobody notices. But weights from elsewhere, a GPT-2 for instance,
    then move every feature the wrong way.
try: Let γ be ones and β a 3 for the first feature. What is the mean of that feature over many tokens: 3 or -3?

hecho: A γ por el token normalizado se le resta β.
por_que: Un modelo entrenado así aprende -β y nadie lo nota. Pero los pesos de otro sitio, por ejemplo un GPT-2, mueven
    entonces cada característica en sentido contrario.
prueba: Haz que γ sea todo unos y que β valga 3 en la primera característica. ¿Cuánto vale la media de esa
    característica en muchos tokens: 3 o -3?

fails: values, affine
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ... import affine_layer_norm as reference


def layer_norm(
    x: NDArray[np.float64], gamma: NDArray[np.float64], beta: NDArray[np.float64], eps: float = 1e-5
) -> NDArray[np.float64]:
    """The reference with the other sign of beta."""
    return reference.layer_norm(x, gamma, -beta, eps)

"""
en: The mean is taken away, as in a layer norm
es: Se resta la media, como en una layer norm

done: Each token is moved to mean 0 first, and then divided.
why: With that you have a layer norm without a bias. The point of RMSNorm is that the step with the mean can be left
    out: one pass less over each token, and models learn as well without it.
try: Look at a token and at its norm: is one a multiple of the other? What does each letter of RMS stand for?

hecho: Primero se desplaza cada token a media 0, y después se divide.
por_que: Con eso tienes una layer norm sin sesgo. La gracia de RMSNorm es que el paso de la media se puede suprimir:
    una pasada menos por cada token, y los modelos aprenden igual de bien sin él.
prueba: Mira un token y su norma: ¿es uno múltiplo del otro? ¿Qué significa cada letra de RMS?

fails: values, only_rescales
catalogue: LN-05
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def rms_norm(x: NDArray[np.float64], gain: NDArray[np.float64], eps: float = 1e-5) -> NDArray[np.float64]:
    """As the reference, after centring."""
    centred: NDArray[np.float64] = x - x.mean(axis=-1, keepdims=True)
    mean_square: NDArray[np.float64] = (centred * centred).mean(axis=-1, keepdims=True)
    return gain * centred / np.sqrt(mean_square + eps)

"""
en: Each token may see itself only
es: Cada token solo puede verse a sí mismo

done: Your causal mask is True on the diagonal and nowhere else.
why: Attention is there to bring news from other tokens. With this mask every weight is 1 on itself, and each token
    walks through the layer alone: a model so made knows the current word and nothing of what came before.
try: Print causal_mask(4) and count the True in the last row. How many tokens has the last one got to look back on?

hecho: Tu máscara causal es True en la diagonal y en ningún otro sitio.
por_que: La atención está para traer noticias de otros tokens. Con esta máscara todo el peso de cada uno cae en sí
    mismo, y cada token cruza la capa a solas: un modelo así conoce la palabra actual y nada de lo anterior.
prueba: Imprime causal_mask(4) y cuenta los True de la última fila. ¿A cuántos tokens puede mirar atrás el último?

fails: causal, in_attention, combined
catalogue: MK-05
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def causal_mask(n: int) -> NDArray[np.bool_]:
    """The diagonal alone."""
    return np.eye(n, dtype=np.bool_)

"""
en: In the causal mask True says "blocked"
es: En la máscara causal, True dice «bloqueado»

done: The triangle has the right shape, but your True marks what is forbidden. In this course True means "may attend".
why: Either convention is fine, as long as the one who builds the mask and the one who uses it hold to the same. If
    they don't, each token looks at nothing but its future, and the last one has nobody left to look at.
try: Read row 0 of causal_mask(3) in the course's sense. Whom may the first token look at? Then hand the mask to your
    attention and print the weights.

hecho: El triángulo tiene la forma correcta, pero tu True marca lo prohibido. En este curso, True significa «puede
    atender».
por_que: Las dos convenciones valen, siempre que quien construye la máscara y quien la usa sigan la misma. Si no, cada
    token mira únicamente a su futuro, y al último no le queda nadie a quien mirar.
prueba: Lee la fila 0 de causal_mask(3) en el sentido del curso. ¿A quién puede mirar el primer token? Después pásale
    la máscara a tu atención e imprime los pesos.

fails: causal
catalogue: MK-06
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def causal_mask(n: int) -> NDArray[np.bool_]:
    """The reference's complement."""
    return np.triu(np.ones((n, n), dtype=np.bool_), k=1)

"""
en: True is taken for "blocked"
es: True se toma por «bloqueado»

done: Your function shuts out the keys where the mask says True. In this course True means "may attend".
why: Both conventions exist, and code from elsewhere may hold to the other one. Together with a mask that is built the
    course's way, everything turns round: each token sees only what it must not see.
try: Put your causal mask and your function together and print the weights of the first token. Whom does it look at?

hecho: Tu función deja fuera las claves donde la máscara dice True. En este curso, True significa «puede atender».
por_que: Existen las dos convenciones, y el código que viene de otro sitio puede seguir la otra. Junto con una máscara
    construida como en el curso, todo se invierte: cada token ve solo lo que no debe ver.
prueba: Une tu máscara causal con tu función e imprime los pesos del primer token. ¿A quién mira?

fails: convention
catalogue: MK-06
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ... import grouped_query_attention as reference


def grouped_query_attention(Q: Any, K: Any, V: Any, mask: Any = None) -> Any:
    """The reference with the mask negated."""
    return reference.grouped_query_attention(Q, K, V, None if mask is None else np.asarray(mask) == 0)

"""
en: The queries are compared with each other
es: Las consultas se comparan entre sí

done: Your scores come from Q twice; the keys are never looked at.
why: Each token then looks most at what asks the same as it does, and the scores are symmetric: "cat" could never look
    at "sleeps" without being looked at as much. W_K would learn nothing.
try: Change one number of K and call again. What should move? Then print np.allclose(scores, scores.T).

hecho: Tus puntuaciones salen de Q dos veces; las claves no se miran nunca.
por_que: Cada token mira entonces más a quien pregunta lo mismo que él, y las puntuaciones son simétricas: «gato»
    nunca podría mirar a «duerme» sin ser mirado otro tanto. W_K no aprendería nada.
prueba: Cambia un número de K y vuelve a llamar. ¿Qué debería moverse? Después imprime np.allclose(scores, scores.T).

fails: values, scaled
catalogue: AT-23
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ... import attention as reference

Numbers = NDArray[np.float64]


def attention(Q: Numbers, K: Numbers, V: Numbers, mask: NDArray[np.bool_] | None = None) -> tuple[Numbers, Numbers]:
    """The reference with Q in the place of K."""
    return reference.attention(Q, Q, V, mask)

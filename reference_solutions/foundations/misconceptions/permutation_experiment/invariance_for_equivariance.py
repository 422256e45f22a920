"""
en: Invariant is taken for equivariant
es: Se confunde invariante con equivariante

done: You compare f of the permuted tokens with f of the tokens as they were, row by row.
why: That asks whether the outputs stay where they are, which would be invariance. Attention gives an output for each
    token, and that output moves with its token: same vectors, other places. So your experiment finds attention
    sensitive to order, and the surprise, that it isn't, is lost.
try: Exchange two tokens and print both outputs one above the other. Where did the output of the first token go? What
    must be permuted on the other side, so that like meets like?

hecho: Comparas f de los tokens permutados con f de los tokens tal como estaban, fila por fila.
por_que: Eso pregunta si las salidas se quedan en su sitio, lo que sería invarianza. La atención da una salida por
    token, y esa salida se mueve con su token: los mismos vectores en otros lugares. Así tu experimento concluye que a
    la atención le importa el orden, y se pierde la sorpresa: no le importa.
prueba: Intercambia dos tokens e imprime las dos salidas una encima de otra. ¿Adónde ha ido la salida del primer token?
    ¿Qué hay que permutar en el otro lado para comparar cada cosa con la suya?

fails: equivariant, order_of_the_outputs
catalogue: CO-05
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


def permutation_experiment(f: Callable[[Numbers], Numbers], X: Numbers, permutation: NDArray[np.int64]) -> bool:
    """The outputs before and after, row by row."""
    return bool(np.allclose(f(X[permutation]), f(X)))

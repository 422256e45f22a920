"""
en: The softmax is applied twice
es: El softmax se aplica dos veces

done: The logits are made probabilities, and these go through a softmax again.
why: The second softmax gets numbers between 0 and 1: even a token of probability 1 ends up at most e times as likely
    as one of probability 0, and tokens that were cut come back. All texts get close to letter soup.
try: Apply softmax to [5, 0, 0], then again to the result. How sure was the model, and how sure is it now?

hecho: Los logits se convierten en probabilidades, y estas vuelven a pasar por un softmax.
por_que: El segundo softmax recibe números entre 0 y 1: hasta un token de probabilidad 1 acaba siendo, como mucho, e
    veces más probable que uno de probabilidad 0, y vuelven los tokens que se habían descartado. Todos los textos se
    acercan a una sopa de letras.
prueba: Aplica softmax a [5, 0, 0], y luego otra vez al resultado. ¿Cuánto de seguro estaba el modelo, y cuánto lo
    está ahora?

fails: temperature, greedy, top_k, top_p
catalogue: GE-05
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....transformer.softmax import softmax
from ...sampling import largest, nucleus


def sample_next(
    logits: NDArray[np.float64], temperature: float = 1.0, top_k: int | None = None, top_p: float | None = None
) -> int:
    """The right one, and a softmax more."""
    z = logits / temperature if temperature else logits
    z = z if top_k is None else largest(z, top_k)
    chances = softmax(z) if top_p is None else nucleus(softmax(z), top_p)
    return int(np.random.choice(len(chances), p=softmax(chances)))

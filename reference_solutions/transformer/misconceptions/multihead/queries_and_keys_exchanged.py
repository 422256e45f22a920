"""
en: Queries and keys have changed places
es: Las consultas y las claves están cambiadas

done: What W_K gives is used to ask, and what W_Q gives to be found: the scores are those of the formula, transposed.
why: Row i should say how token i looks at the others; here it says how the others look at token i. With weights of
    your own making one could live with that, but these were given, and mean what they mean.
try: Take one head in which X @ W_Q is 0 in all rows but one. By the formula, which row of the scores is the only one
    that isn't 0? And in your code?

hecho: Lo que da W_K se usa para preguntar, y lo que da W_Q para ser encontrado: las puntuaciones son las de la
    fórmula, traspuestas.
por_que: La fila i debería decir cómo mira el token i a los demás; aquí dice cómo miran los demás al token i. Con unos
    pesos hechos por ti se podría vivir así, pero estos vienen dados y significan lo que significan.
prueba: Toma una cabeza en la que X @ W_Q sea 0 en todas las filas menos una. Según la fórmula, ¿qué fila de las
    puntuaciones es la única distinta de 0? ¿Y en tu código?

fails: values, one_head
catalogue: AT-11
"""

from __future__ import annotations

from collections.abc import Sequence

from ... import multihead as reference
from ...multihead import Head
from ._around import Mask, Numbers


def multihead(X: Numbers, heads: Sequence[Head], W_O: Numbers, mask: Mask = None) -> Numbers:
    """The reference with W_Q and W_K exchanged."""
    return reference.multihead(X, [(W_K, W_Q, W_V) for W_Q, W_K, W_V in heads], W_O, mask)

"""
en: W is transposed
es: W está traspuesta

done: Your states are those of tanh(Wᵀ h + U x).
why: W is square, so both ways fit, but row i of W is what flows into unit i; transposed, what flows out of it. Often
    it slips in with h @ W: that is Wᵀ h.
try: Take W = [[0, 1], [0, 0]], and h = [0, 1]. Which unit should hear of the other, and what is h @ W?

hecho: Tus estados son los de tanh(Wᵀ h + U x).
por_que: W es cuadrada, así que encaja de las dos maneras, pero la fila i de W es lo que entra en la unidad i;
    traspuesta, lo que sale de ella. A menudo se cuela con h @ W: eso es Wᵀ h.
prueba: Toma W = [[0, 1], [0, 0]] y h = [0, 1]. ¿Qué unidad debería enterarse de la otra y cuánto vale h @ W?

fails: values
"""

from __future__ import annotations

from ._recurrence import Numbers, accumulated, norms


def rnn_influence(W: Numbers, U: Numbers, inputs: Numbers) -> Numbers:
    """As the reference, with W transposed."""
    return norms(accumulated(W.T, U, inputs))

"""
en: All sines first, all cosines after them
es: Primero todos los senos y después todos los cosenos

done: The left half of your table holds the sines and the right half the cosines.
why: Some libraries keep it so, and the information is the same. Here sines and cosines take turns, each pair side by
    side; whoever relies on that, such as a rotation of neighbouring columns, gets the wrong partners.
try: Print row 0 of positional_encoding(2, 6) and compare with 0, 1, 0, 1, 0, 1. What puts two lists one behind the
    other, and what would shuffle them like cards?

hecho: La mitad izquierda de tu tabla tiene los senos y la mitad derecha, los cosenos.
por_que: Algunas bibliotecas lo guardan así, y la información es la misma. Aquí los senos y los cosenos se alternan,
    cada pareja junta; quien cuente con ello, como una rotación de columnas vecinas, recibe las parejas equivocadas.
prueba: Imprime la fila 0 de positional_encoding(2, 6) y compárala con 0, 1, 0, 1, 0, 1. ¿Qué pone dos listas una
    detrás de otra, y qué las mezclaría como cartas?

fails: values, first_position, sines_and_cosines
catalogue: PE-06
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ... import positional_encoding as reference


def positional_encoding(n_positions: int, d_model: int) -> NDArray[np.float64]:
    """The reference's columns: the even ones, then the odd ones."""
    encoding = reference.positional_encoding(n_positions, d_model)
    return np.concatenate([encoding[:, 0::2], encoding[:, 1::2]], axis=1)

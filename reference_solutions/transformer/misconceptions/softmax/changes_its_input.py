"""
en: The caller's array is overwritten
es: Se sobrescribe el array de quien llama

done: What you return is right, but on the way the maximum is subtracted in the very array that was handed to you.
why: The caller still needs those scores, to print them or to call again, and from now on finds other numbers there.
    Such faults cost hours, because they show far away from the line that causes them.
try: Make z = np.array([1.0, 2.0, 3.0]), call your function, print z. Which of your lines make a new array, and which
    write into one that was already there?

hecho: Lo que devuelves es correcto, pero por el camino el máximo se resta en el mismo array que te han dado.
por_que: Quien te llama todavía necesita esas puntuaciones, para imprimirlas o para volver a llamar, y desde ese
    momento encuentra otros números. Estos fallos cuestan horas, porque aparecen lejos de la línea que los causa.
prueba: Crea z = np.array([1.0, 2.0, 3.0]), llama a tu función e imprime z. ¿Cuáles de tus líneas crean un array nuevo
    y cuáles escriben en uno que ya existía?

fails: input_untouched
catalogue: SM-08
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def softmax(z: NDArray[np.float64], axis: int = -1) -> NDArray[np.float64]:
    """As the reference, but in place."""
    z -= z.max(axis=axis, keepdims=True)
    exponentials = np.exp(z)
    return np.asarray(exponentials / exponentials.sum(axis=axis, keepdims=True))

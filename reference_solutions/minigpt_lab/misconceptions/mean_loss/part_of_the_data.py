"""
en: Only a part of the data is measured
es: Solo se mide una parte de los datos

done: The windows come from a slice of the data that the function was given: its first half, its last tenth.
why: Which text is measured is said by whoever calls: the training text or the validation text, whole. Of a validation
    text that is cut once more little is left, and the number is noisy.
try: Print the smallest and the largest start of all your windows, and the length of the data beside them.

hecho: Las ventanas salen de un trozo de los datos que recibe la función: la primera mitad, la última décima parte.
por_que: Qué texto se mide lo dice quien llama: el de entrenamiento o el de validación, entero. De un texto de
    validación que se recorta otra vez queda muy poco, y el número tiene mucho ruido.
prueba: Imprime el menor y el mayor inicio de todas tus ventanas, y al lado la longitud de los datos.

fails: windows
"""

from __future__ import annotations

from typing import Any

from ._batches import losses, mean


def mean_loss(model: Any, data: Any, n_batches: int = 20, batch_size: int = 32) -> float:
    """The right one on the first half of the data."""
    return mean(losses(model, data[: len(data) // 2], n_batches, batch_size))

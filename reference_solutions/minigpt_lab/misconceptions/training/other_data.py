"""
en: Another text is read than the one that is given
es: Se lee otro texto, no el que se recibe

done: The windows are taken out of a variable of the notebook; the parameter with the data is never used.
why: In your notebook both may be the same text, and nothing shows. Called with the validation data, the function still
    answers for the other text, and its number says nothing about what it was asked.
try: Call the function with two texts that have not a character in common, and print the first window of each call.

hecho: Las ventanas se sacan de una variable del notebook; el parámetro con los datos no se usa nunca.
por_que: En tu notebook los dos pueden ser el mismo texto, y no se nota. Si se llama con los datos de validación, la
    función sigue respondiendo por el otro texto, y su número no dice nada de lo que se le pidió.
prueba: Llama a la función con dos textos que no tengan ni un carácter en común e imprime la primera ventana de cada
    llamada.

fails: losses, learns, next_token, cross_entropy, fresh_gradients, training_mode, optimizer, reproducible, batches
"""

from __future__ import annotations

from typing import Any

import torch

from ._loop import trained

TEXT = torch.arange(65).repeat(20)  # the notebook's own


def train(model: Any, data: Any, steps: int = 500, batch_size: int = 32, lr: float = 3e-3) -> list[float]:
    """The right one on a text of its own."""
    return trained(model, TEXT, steps, batch_size, lr)

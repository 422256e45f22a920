"""
en: The loop ends with its first batch
es: El bucle acaba con el primer lote

done: The function returns after the first batch, and divides its loss by the number of all.
why: The other batches are never drawn. With 10 batches asked for, the result is a tenth of the loss of one.
try: Count how often the model is called when you ask for 10 batches. How far is your return indented?

hecho: La función devuelve el resultado tras el primer lote, y divide su pérdida entre el número de todos.
por_que: Los demás lotes no se sacan nunca. Si se piden 10 lotes, el resultado es la décima parte de la pérdida de uno.
prueba: Cuenta cuántas veces se llama al modelo cuando pides 10 lotes. ¿Con qué sangría está tu return?

fails: value
"""

from __future__ import annotations

from typing import Any

from ._batches import losses


def mean_loss(model: Any, data: Any, n_batches: int = 20, batch_size: int = 32) -> float:
    """The right one that ends with the first batch."""
    return losses(model, data, 1, batch_size)[0] / n_batches

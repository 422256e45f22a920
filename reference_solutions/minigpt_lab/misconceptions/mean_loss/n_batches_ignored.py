"""
en: The number of batches that is asked for isn't used
es: No se usa el número de lotes que se pide

done: One batch is measured, or some other fixed number, whatever n_batches is.
why: The loss of one batch is noisy: the mean is taken over many to be less so. Who asks for more gets the same noise.
try: Call your function with n_batches=3 and count how often the model is called.

hecho: Se mide un lote, u otro número fijo, valga lo que valga n_batches.
por_que: La pérdida de un lote tiene ruido: se hace la media de muchos para que tenga menos. Quien pide más recibe el
    mismo ruido.
prueba: Llama a tu función con n_batches=3 y cuenta cuántas veces se llama al modelo.

fails: value
"""

from __future__ import annotations

from typing import Any

from ._batches import losses, mean


def mean_loss(model: Any, data: Any, n_batches: int = 20, batch_size: int = 32) -> float:
    """The right one over one batch."""
    return mean(losses(model, data, 1, batch_size))

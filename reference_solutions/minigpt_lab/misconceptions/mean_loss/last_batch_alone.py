"""
en: Only the last batch counts
es: Solo cuenta el último lote

done: The loss of each batch overwrites the one before, and what is returned is the last one.
why: One batch is a small sample: the number jumps from call to call, and two models can't be compared by it.
try: Print the loss of each batch and what your function returns. Which of them is it, and what should it be?

hecho: La pérdida de cada lote sobrescribe la anterior, y se devuelve la última.
por_que: Un lote es una muestra pequeña: el número salta de una llamada a otra, y con él no se pueden comparar dos
    modelos.
prueba: Imprime la pérdida de cada lote y lo que devuelve tu función. ¿Cuál de ellas es, y cuál debería ser?

fails: value
"""

from __future__ import annotations

from typing import Any

from ._batches import losses


def mean_loss(model: Any, data: Any, n_batches: int = 20, batch_size: int = 32) -> float:
    """The right one without the mean."""
    return losses(model, data, n_batches, batch_size)[-1]

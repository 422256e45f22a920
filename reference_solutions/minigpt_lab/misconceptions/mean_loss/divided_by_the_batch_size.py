"""
en: The mean is divided by the batch size once more
es: La media se divide otra vez por el tamaño del lote

done: The loss of a batch is the mean over its positions already, and is divided by the number of its windows too.
why: The number then gets smaller as batches grow, and no longer is nats per token: a model as good as chance should
    measure about ln(vocab).
try: Call it with a batch size of 4 and of 16. Should the number become a quarter?

hecho: La pérdida de un lote ya es la media de sus posiciones, y además se divide por el número de sus ventanas.
por_que: El número baja entonces cuando crecen los lotes, y deja de ser nats por token: un modelo que adivina al azar
    debería medir más o menos ln(vocab).
prueba: Llámala con lotes de 4 y de 16. ¿Debería quedar en la cuarta parte?

fails: value
"""

from __future__ import annotations

from typing import Any

from ._batches import losses, mean


def mean_loss(model: Any, data: Any, n_batches: int = 20, batch_size: int = 32) -> float:
    """The right one with a division too many."""
    return mean(losses(model, data, n_batches, batch_size)) / batch_size

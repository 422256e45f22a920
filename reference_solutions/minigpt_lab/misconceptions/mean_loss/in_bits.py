"""
en: The loss is in bits, not in nats
es: La pérdida está en bits, no en nats

done: The mean is taken with logarithms of base 2.
why: It's the same quantity in another unit, 1/ln 2 times as large. Beside a training loss, which is in nats, it looks
    as if the model were worse on new text.
try: What do you get for a model that gives 13 tokens the same probability: ln 13 or log2 13?

hecho: La media se toma con logaritmos en base 2.
por_que: Es la misma cantidad en otra unidad, 1/ln 2 veces mayor. Al lado de una pérdida de entrenamiento, que está en
    nats, parece que el modelo es peor con texto nuevo.
prueba: ¿Qué sale con un modelo que da la misma probabilidad a 13 tokens: ln 13 o log2 13?

fails: value
"""

from __future__ import annotations

import math
from typing import Any

from ._batches import losses, mean


def mean_loss(model: Any, data: Any, n_batches: int = 20, batch_size: int = 32) -> float:
    """The right one by ln 2."""
    return mean(losses(model, data, n_batches, batch_size)) / math.log(2)

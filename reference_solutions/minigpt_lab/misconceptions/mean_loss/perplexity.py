"""
en: The perplexity is returned, not the loss
es: Se devuelve la perplejidad, no la pérdida

done: What comes back is the exponential of the mean cross-entropy.
why: Perplexity is a good number too, but it's another one: it says between how many tokens the model hesitates.
    Beside the losses of training it can't be read.
try: What should a model measure that gives all V tokens the same probability: V, or ln V?

hecho: Lo que vuelve es la exponencial de la entropía cruzada media.
por_que: La perplejidad también es un buen número, pero es otro: dice entre cuántos tokens duda el modelo. Al lado de
    las pérdidas del entrenamiento no se puede leer.
prueba: ¿Cuánto debería medir un modelo que da a los V tokens la misma probabilidad: V, o ln V?

fails: value
"""

from __future__ import annotations

import math
from typing import Any

from ._batches import losses, mean


def mean_loss(model: Any, data: Any, n_batches: int = 20, batch_size: int = 32) -> float:
    """The right one's exponential."""
    return math.exp(mean(losses(model, data, n_batches, batch_size)))

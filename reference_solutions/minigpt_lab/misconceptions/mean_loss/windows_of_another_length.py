"""
en: The windows aren't as long as the model's context
es: Las ventanas no tienen la longitud del contexto del modelo

done: The length is computed from the model's context (half of it, some tokens more) instead of being it.
why: The later a position stands in its window, the more text the model has to go by, and the better it does. A mean
    over short windows is that of another task, and can't be compared with the losses of training.
try: Print x.shape in the first round of your loop, and model.context beside it.

hecho: La longitud se calcula a partir del contexto del modelo (la mitad, unos tokens más) en vez de ser ese contexto.
por_que: Cuanto más atrás está una posición en su ventana, más texto tiene el modelo para orientarse, y mejor acierta.
    Una media sobre ventanas cortas es la de otra tarea, y no se puede comparar con las pérdidas del entrenamiento.
prueba: Imprime x.shape en la primera vuelta de tu bucle, y al lado model.context.

fails: windows
"""

from __future__ import annotations

from typing import Any

from ...mean_loss import windows
from ._batches import losses, mean


def half(data: Any, context: int, batch_size: int) -> tuple[Any, Any]:
    return windows(data, context // 2, batch_size)


def mean_loss(model: Any, data: Any, n_batches: int = 20, batch_size: int = 32) -> float:
    """The right one with windows of half the context."""
    return mean(losses(model, data, n_batches, batch_size, draw=half))

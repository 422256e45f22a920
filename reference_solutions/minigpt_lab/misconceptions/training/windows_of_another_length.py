"""
en: The windows aren't as long as the model's context
es: Las ventanas no tienen la longitud del contexto del modelo

done: The length is computed from the model's context (half of it, some tokens more) instead of being it.
why: A model has a parameter for each position. Those beyond the longest window of its training have never learned
    anything, and text that is longer than the context doesn't fit into the model at all.
try: Print x.shape in the first step, and model.context beside it.

hecho: La longitud se calcula a partir del contexto del modelo (la mitad, unos tokens más) en vez de ser ese contexto.
por_que: El modelo tiene un parámetro para cada posición. Los que quedan más allá de la ventana más larga del
    entrenamiento no han aprendido nada, y un texto más largo que el contexto ni siquiera cabe en el modelo.
prueba: Imprime x.shape en el primer paso, y al lado model.context.

fails: batches
"""

from __future__ import annotations

from typing import Any

from ...training import windows
from ._loop import trained


def half(data: Any, context: int, batch_size: int) -> tuple[Any, Any]:
    return windows(data, context // 2, batch_size)


def train(model: Any, data: Any, steps: int = 500, batch_size: int = 32, lr: float = 3e-3) -> list[float]:
    """The right one with windows of half the context."""
    return trained(model, data, steps, batch_size, lr, draw=half)

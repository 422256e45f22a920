"""
en: The model is trained in evaluation mode
es: El modelo se entrena en modo de evaluación

done: eval() was called before the loop, and train() wasn't.
why: Dropout does nothing then. The loss even looks better, until you measure on text that the model hasn't seen.
try: Print model.training inside the loop. Which of the two modes is meant for learning?

hecho: Antes del bucle se llamó a eval(), y no a train().
por_que: Entonces el dropout no hace nada. La pérdida hasta parece mejor, mientras no midas con texto que el modelo no
    ha visto.
prueba: Imprime model.training dentro del bucle. ¿Cuál de los dos modos es para aprender?

fails: training_mode
catalogue: GP-14
"""

from __future__ import annotations

from typing import Any

from ._loop import trained


def train(model: Any, data: Any, steps: int = 500, batch_size: int = 32, lr: float = 3e-3) -> list[float]:
    """The right one with eval."""
    return trained(model, data, steps, batch_size, lr, begin=lambda m: m.eval())

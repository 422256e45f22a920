"""
en: The model is trained in the mode in which it came
es: El modelo se entrena en el modo en que llegó

done: Nothing in the loop calls train().
why: A new model is in training mode, so it goes unnoticed. One that has just generated or was measured may be in
    evaluation mode, and then dropout does nothing while it learns.
try: Call model.eval() before your function, and print model.training inside the loop.

hecho: En el bucle nadie llama a train().
por_que: Un modelo nuevo está en modo de entrenamiento, así que no se nota. Uno que acaba de generar texto o de medirse
    puede estar en modo de evaluación, y entonces el dropout no hace nada mientras aprende.
prueba: Llama a model.eval() antes de tu función e imprime model.training dentro del bucle.

fails: training_mode
catalogue: GP-14
"""

from __future__ import annotations

from typing import Any

from ._loop import trained


def train(model: Any, data: Any, steps: int = 500, batch_size: int = 32, lr: float = 3e-3) -> list[float]:
    """The right one without train()."""
    return trained(model, data, steps, batch_size, lr, begin=lambda _: None)

"""
en: The parameters never change
es: Los parámetros no cambian nunca

done: The optimizer's step is missing, or comes when there are no gradients.
why: Everything is computed and nothing is done with it: the loss wavers around ln V for ever.
try: Copy one parameter before a step and compare it afterwards. In which order must the loss, the gradients and the
    change come?

hecho: Falta el paso del optimizador, o llega cuando no hay gradientes.
por_que: Se calcula todo y no se hace nada con ello: la pérdida oscila para siempre alrededor de ln V.
prueba: Copia un parámetro antes de un paso y compáralo después. ¿En qué orden tienen que ir la pérdida, los
    gradientes y el cambio?

fails: learns, fresh_gradients, optimizer
catalogue: GP-13
"""

from __future__ import annotations

from typing import Any

from ._loop import trained


def step(optimizer: Any, loss: Any) -> None:
    optimizer.zero_grad()
    loss.backward()


def train(model: Any, data: Any, steps: int = 500, batch_size: int = 32, lr: float = 3e-3) -> list[float]:
    """The right one without step."""
    return trained(model, data, steps, batch_size, lr, step=step)

"""
en: Batches are drawn that no step comes of
es: Hay lotes de los que no sale ningún paso

done: The optimizer takes a step in some rounds of the loop only, and the gradients of the other rounds are cleared
    before it does.
why: A loss comes back for each batch, but half of the batches have taught the model nothing: it has learned for half
    as many steps as the curve shows. Who wants one step for several batches lets their gradients add up first.
try: Copy one parameter before each round and compare it afterwards. In how many rounds has it changed?

hecho: El optimizador da un paso solo en algunas vueltas del bucle, y los gradientes de las otras vueltas se borran
    antes de darlo.
por_que: Por cada lote vuelve una pérdida, pero la mitad de los lotes no le ha enseñado nada al modelo: ha aprendido la
    mitad de los pasos que muestra la curva. Quien quiere un paso por cada varios lotes deja que antes se sumen sus
    gradientes.
prueba: Copia un parámetro antes de cada vuelta y compáralo después. ¿En cuántas vueltas ha cambiado?

fails: optimizer
"""

from __future__ import annotations

from itertools import count
from typing import Any

from ._loop import trained


def train(model: Any, data: Any, steps: int = 500, batch_size: int = 32, lr: float = 3e-3) -> list[float]:
    """The right one with a step in every second round."""
    rounds = count()

    def step(optimizer: Any, loss: Any) -> None:
        optimizer.zero_grad()
        loss.backward()
        if next(rounds) % 2 == 0:
            optimizer.step()

    return trained(model, data, steps, batch_size, lr, step=step)

"""
en: The gradients are never set to zero
es: Los gradientes no se ponen nunca a cero

done: backward() adds to the gradients that are there, and nothing clears them between the steps.
why: Each step goes by the sum of all gradients since the beginning, of parameters that no longer exist. The loss may
    still fall, by leaps and bounds, and you look for the fault in the learning rate.
try: Print the gradient of one parameter after backward() in the first three steps, with the same batch each time.
    What would you expect if each step began afresh?

hecho: backward() suma a los gradientes que ya hay, y nada los borra entre un paso y otro.
por_que: Cada paso va por la suma de todos los gradientes desde el principio, de parámetros que ya no existen. La
    pérdida quizá baje, a trompicones, y tú buscas el fallo en la tasa de aprendizaje.
prueba: Imprime el gradiente de un parámetro después de backward() en los tres primeros pasos, con el mismo lote cada
    vez. ¿Qué esperarías si cada paso empezara de nuevo?

fails: fresh_gradients
catalogue: GP-13
"""

from __future__ import annotations

from typing import Any

from ._loop import trained


def step(optimizer: Any, loss: Any) -> None:
    loss.backward()
    optimizer.step()


def train(model: Any, data: Any, steps: int = 500, batch_size: int = 32, lr: float = 3e-3) -> list[float]:
    """The right one without zero_grad."""
    return trained(model, data, steps, batch_size, lr, step=step)

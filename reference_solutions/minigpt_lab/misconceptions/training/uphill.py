"""
en: The steps go uphill
es: Los pasos van cuesta arriba

done: The sign of the loss, or of the step, is turned: each step moves the parameters to where the loss is larger.
why: The optimizer makes smaller what backward() was called for. With the minus of a log-probability forgotten, or one
    too many, it makes the probability of the right token smaller, and the curve climbs far above ln V.
try: Print the losses of the first ten steps. Then write down, sign by sign, what your loss is for a token with
    probability 0.9 and for one with 0.1: which should be smaller?

hecho: El signo de la pérdida, o el del paso, está cambiado: cada paso lleva los parámetros a donde la pérdida es mayor.
por_que: El optimizador hace menor aquello sobre lo que se llamó a backward(). Si falta el menos de una
    log-probabilidad, o sobra uno, hace menor la probabilidad del token correcto, y la curva sube muy por encima de
    ln V.
prueba: Imprime las pérdidas de los diez primeros pasos. Luego escribe, signo a signo, cuánto vale tu pérdida para un
    token con probabilidad 0,9 y para uno con 0,1: ¿cuál debería ser menor?

fails: learns, cross_entropy
"""

from __future__ import annotations

from typing import Any

from ._loop import trained


def uphill(optimizer: Any, loss: Any) -> None:
    optimizer.zero_grad()
    (-loss).backward()
    optimizer.step()


def train(model: Any, data: Any, steps: int = 500, batch_size: int = 32, lr: float = 3e-3) -> list[float]:
    """The right one that climbs."""
    return trained(model, data, steps, batch_size, lr, step=uphill)

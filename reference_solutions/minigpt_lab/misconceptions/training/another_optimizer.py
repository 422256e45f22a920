"""
en: Another optimizer than AdamW takes the steps
es: Los pasos los da otro optimizador, no AdamW

done: The parameters are moved by SGD, by Adam without the decay of the weights, or by steps of your own.
why: It learns, at another speed: SGD goes as far as the gradient is large, so it needs another learning rate, and Adam
    lets the weights grow without bound.
try: Which class of torch.optim does the exercise name? Compare both curves at the same learning rate.

hecho: Los parámetros los mueve SGD, Adam sin el decaimiento de los pesos o un paso hecho a mano.
por_que: Aprende, pero a otra velocidad: SGD avanza tanto como mide el gradiente, así que necesita otra tasa de
    aprendizaje, y Adam deja que los pesos crezcan sin límite.
prueba: ¿Qué clase de torch.optim nombra el ejercicio? Compara las dos curvas con la misma tasa de aprendizaje.

fails: optimizer
"""

from __future__ import annotations

from typing import Any

import torch

from ._loop import trained


def train(model: Any, data: Any, steps: int = 500, batch_size: int = 32, lr: float = 3e-3) -> list[float]:
    """The right one with Adam."""
    return trained(
        model, data, steps, batch_size, lr, optimizer_of=lambda m, rate: torch.optim.Adam(m.parameters(), lr=rate)
    )

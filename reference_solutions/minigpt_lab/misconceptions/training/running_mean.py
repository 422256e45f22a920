"""
en: The mean of all losses so far comes back, not each step's loss
es: Vuelve la media de todas las pérdidas hasta ahora, y no la de cada paso

done: Each number in the list is the sum of the losses divided by the number of steps so far.
why: The high losses of the beginning stay in it to the end: the curve is smooth, late and too high.
try: What is the last number for the losses 3, 1, 1, 1, and what should it be?

hecho: Cada número de la lista es la suma de las pérdidas dividida entre los pasos dados hasta ahí.
por_que: Las pérdidas altas del comienzo siguen dentro hasta el final: la curva sale suave, con retraso y
    demasiado alta.
prueba: ¿Cuál es el último número con las pérdidas 3, 1, 1, 1, y cuál debería ser?

fails: losses
"""

from __future__ import annotations

from typing import Any

import torch
from torch.nn.functional import cross_entropy

from ...training import windows


def train(model: Any, data: Any, steps: int = 500, batch_size: int = 32, lr: float = 3e-3) -> list[float]:
    """The right one, smoothed."""
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    model.train()
    total = 0.0
    losses: list[float] = []
    for _ in range(steps):
        x, y = windows(data, model.context, batch_size)
        logits = model(x)
        loss = cross_entropy(logits.flatten(0, 1), y.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
        losses.append(total / (len(losses) + 1))
    return losses

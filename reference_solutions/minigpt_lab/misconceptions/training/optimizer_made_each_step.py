"""
en: Each step has a new optimizer
es: Cada paso tiene un optimizador nuevo

done: AdamW is made within the loop.
why: It remembers a mean of the gradients so far and of their squares. A new one remembers nothing, and each parameter
    moves by the whole learning rate in every step, however small its gradient.
try: What does optimizer.state hold after three steps, and what does it in yours?

hecho: AdamW se crea dentro del bucle.
por_que: Recuerda una media de los gradientes anteriores y otra de sus cuadrados. Uno nuevo no recuerda nada, y cada
    parámetro se mueve en todos los pasos la tasa de aprendizaje entera, por pequeño que sea su gradiente.
prueba: ¿Qué guarda optimizer.state después de tres pasos, y qué guarda en el tuyo?

fails: optimizer
"""

from __future__ import annotations

from typing import Any

import torch
from torch.nn.functional import cross_entropy

from ...training import windows


def train(model: Any, data: Any, steps: int = 500, batch_size: int = 32, lr: float = 3e-3) -> list[float]:
    """The right one, its first line within the loop."""
    model.train()
    losses = []
    for _ in range(steps):
        x, y = windows(data, model.context, batch_size)
        logits = model(x)
        loss = cross_entropy(logits.flatten(0, 1), y.flatten())
        optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses

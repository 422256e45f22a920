"""
en: The losses aren't returned
es: Las pérdidas no se devuelven

done: The loop prints its losses, or keeps them, and returns something else.
why: Who calls your function can't draw the curve, nor see by a program whether it has fallen.
try: Assign the result of a short training to a name and print its length and its first element.

hecho: El bucle imprime sus pérdidas, o se las guarda, y devuelve otra cosa.
por_que: Quien llame a tu función no puede dibujar la curva, ni ver con un programa si ha bajado.
prueba: Asigna a un nombre el resultado de un entrenamiento corto e imprime su longitud y su primer elemento.

fails: losses
"""

from __future__ import annotations

from typing import Any

import torch
from torch.nn.functional import cross_entropy

from ...training import windows


def train(model: Any, data: Any, steps: int = 500, batch_size: int = 32, lr: float = 3e-3) -> list[float]:
    """The right one that keeps them."""
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    model.train()
    losses = []
    for _ in range(steps):
        x, y = windows(data, model.context, batch_size)
        logits = model(x)
        loss = cross_entropy(logits.flatten(0, 1), y.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return []

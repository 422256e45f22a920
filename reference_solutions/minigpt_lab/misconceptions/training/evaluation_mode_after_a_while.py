"""
en: After the first measurement the model stays in evaluation mode
es: Después de la primera medida el modelo se queda en modo de evaluación

done: Inside the loop eval() is called now and then, and train() isn't called again.
why: The first steps have dropout and all the others don't. No error, no odd number: it only overfits sooner.
try: Print model.training in each step. When does it change, and what should change it back?

hecho: Dentro del bucle se llama a eval() de vez en cuando, y no se vuelve a llamar a train().
por_que: Los primeros pasos tienen dropout y todos los demás no. Ni un error ni un número raro: solo se sobreajusta
    antes.
prueba: Imprime model.training en cada paso. ¿Cuándo cambia, y qué debería devolverlo a su sitio?

fails: training_mode
catalogue: GP-14
"""

from __future__ import annotations

from typing import Any

import torch
from torch.nn.functional import cross_entropy

from ...training import windows


def train(model: Any, data: Any, steps: int = 500, batch_size: int = 32, lr: float = 3e-3) -> list[float]:
    """The right one that measures and forgets."""
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    model.train()
    losses: list[float] = []
    for _ in range(steps):
        x, y = windows(data, model.context, batch_size)
        logits = model(x)
        loss = cross_entropy(logits.flatten(0, 1), y.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if len(losses) == 20:
            model.eval()
        losses.append(loss.item())
    return losses

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

import torch
from torch.nn.functional import cross_entropy

from ...training import windows


def train(model: Any, data: Any, steps: int = 500, batch_size: int = 32, lr: float = 3e-3) -> list[float]:
    """The right one without train()."""
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for _ in range(steps):
        x, y = windows(data, model.context, batch_size)
        logits = model(x)
        loss = cross_entropy(logits.flatten(0, 1), y.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses

"""
en: The batches are added up and not divided
es: Los lotes se suman y no se dividen

done: The losses of all batches are added, and the division by their number is missing.
why: The result grows with the number of batches. A model as good as chance should measure about ln(vocab), however
    many batches you take.
try: Call it with 10 and with 20 batches. Should the number double?

hecho: Se suman las pérdidas de todos los lotes, y falta dividir por cuántos son.
por_que: El resultado crece con el número de lotes. Un modelo que adivina al azar debería medir más o menos ln(vocab),
    tomes los lotes que tomes.
prueba: Llámala con 10 y con 20 lotes. ¿Debería doblarse el número?

fails: value
"""

from __future__ import annotations

from typing import Any

import torch
from torch.nn.functional import cross_entropy

from ...mean_loss import windows


def mean_loss(model: Any, data: Any, n_batches: int = 20, batch_size: int = 32) -> float:
    """The right one without the division."""
    model.eval()
    losses: list[float] = []
    with torch.no_grad():
        for _ in range(n_batches):
            x, y = windows(data, model.context, batch_size)
            logits = model(x)
            losses.append(cross_entropy(logits.flatten(0, 1), y.flatten()).item())
    model.train()
    return sum(losses)

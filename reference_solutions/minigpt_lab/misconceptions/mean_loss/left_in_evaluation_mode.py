"""
en: The model is left in evaluation mode
es: El modelo se queda en modo de evaluación

done: eval() is called, and train() isn't called again at the end.
why: If you measure every 100 steps, the model trains without dropout from the first measurement on. Nothing breaks;
    it only overfits sooner, and you won't know why.
try: Print model.training before and after a call of your function. Who put it into the mode that it's in now?

hecho: Se llama a eval(), y al final no se vuelve a llamar a train().
por_que: Si mides cada 100 pasos, desde la primera medida el modelo entrena sin dropout. No se rompe nada; solo se
    sobreajusta antes, y no sabrás por qué.
prueba: Imprime model.training antes y después de llamar a tu función. ¿Quién lo puso en el modo en que está ahora?

fails: mode_restored
catalogue: GP-14
"""

from __future__ import annotations

from typing import Any

import torch
from torch.nn.functional import cross_entropy

from ...mean_loss import windows


def mean_loss(model: Any, data: Any, n_batches: int = 20, batch_size: int = 32) -> float:
    """The right one that doesn't clean up."""
    model.eval()
    losses: list[float] = []
    with torch.no_grad():
        for _ in range(n_batches):
            x, y = windows(data, model.context, batch_size)
            logits = model(x)
            losses.append(cross_entropy(logits.flatten(0, 1), y.flatten()).item())
    return sum(losses) / len(losses)

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

from ._batches import as_it_is, losses, mean


def mean_loss(model: Any, data: Any, n_batches: int = 20, batch_size: int = 32) -> float:
    """The right one that doesn't clean up."""
    return mean(losses(model, data, n_batches, batch_size, end=as_it_is))

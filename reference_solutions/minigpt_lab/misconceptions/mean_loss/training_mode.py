"""
en: The model is measured in training mode
es: Se mide el modelo en modo de entrenamiento

done: eval() is never called before the batches.
why: With dropout on, some of the model's numbers are silenced at random in every forward: the loss comes out too
    high, and different each time.
try: Measure the same model twice on the same batches. Do you get the same number? Print model.training inside your
    function.

hecho: No se llama nunca a eval() antes de los lotes.
por_que: Con el dropout activo, en cada pasada se callan al azar algunos números del modelo: la pérdida sale demasiado
    alta, y distinta cada vez.
prueba: Mide dos veces el mismo modelo con los mismos lotes. ¿Sale el mismo número? Imprime model.training dentro de
    tu función.

fails: evaluation_mode
catalogue: GP-14
"""

from __future__ import annotations

from typing import Any

from ._batches import as_it_is, losses, mean


def mean_loss(model: Any, data: Any, n_batches: int = 20, batch_size: int = 32) -> float:
    """The right one without eval()."""
    return mean(losses(model, data, n_batches, batch_size, begin=as_it_is))

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

from ._batches import losses


def mean_loss(model: Any, data: Any, n_batches: int = 20, batch_size: int = 32) -> float:
    """The right one without the division."""
    return sum(losses(model, data, n_batches, batch_size))

"""
en: Only the last position of each window counts
es: Solo cuenta la última posición de cada ventana

done: The logits are cut to the last position, as when generating.
why: A window of n tokens holds n predictions, and you throw n - 1 of them away: a measure as noisy as one of a
    fraction of the data. It also leaves out what the model says with little context.
try: How many predictions does one forward of shape (B, n) make? How many terms does your mean have?

hecho: Los logits se recortan a la última posición, como al generar.
por_que: Una ventana de n tokens contiene n predicciones, y tú tiras n - 1: la medida es tan ruidosa como con una
    fracción de los datos. Además, deja fuera lo que dice el modelo con poco contexto.
prueba: ¿Cuántas predicciones hace una pasada de forma (B, n)? ¿Cuántos términos tiene tu media?

fails: value
catalogue: GP-10
"""

from __future__ import annotations

from typing import Any

from torch.nn.functional import cross_entropy

from ._batches import losses, mean


def loss_of(logits: Any, x: Any, y: Any) -> Any:
    return cross_entropy(logits[:, -1], y[:, -1])


def mean_loss(model: Any, data: Any, n_batches: int = 20, batch_size: int = 32) -> float:
    """The right one on the last position."""
    return mean(losses(model, data, n_batches, batch_size, loss_of=loss_of))

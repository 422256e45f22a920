"""
en: Only the last position of each window is learned from
es: Solo se aprende de la última posición de cada ventana

done: The logits are cut to the last position before the loss, as when generating.
why: A window of n tokens holds n predictions, and n - 1 of them are thrown away: the same learning costs n times as
    many steps. Nothing looks wrong, it's only slow.
try: How many predictions does one forward of shape (B, n) make? How many terms does your mean have?

hecho: Los logits se recortan a la última posición antes de la pérdida, como al generar.
por_que: Una ventana de n tokens contiene n predicciones, y se tiran n - 1: aprender lo mismo cuesta n veces más
    pasos. Nada parece mal, solo va lento.
prueba: ¿Cuántas predicciones hace una pasada de forma (B, n)? ¿Cuántos términos tiene tu media?

fails: cross_entropy
catalogue: GP-10
"""

from __future__ import annotations

from typing import Any

from torch.nn.functional import cross_entropy

from ._loop import trained


def loss_of(logits: Any, x: Any, y: Any) -> Any:
    return cross_entropy(logits[:, -1], y[:, -1])


def train(model: Any, data: Any, steps: int = 500, batch_size: int = 32, lr: float = 3e-3) -> list[float]:
    """The right one on the last position."""
    return trained(model, data, steps, batch_size, lr, loss_of=loss_of)

"""
en: The learning rate that is given plays no part
es: La tasa de aprendizaje que se pasa no se usa

done: The optimizer is made with a rate of its own, whatever the function is called with.
why: Who looks for the best rate compares curves, and here all of them are the same one.
try: Call it twice with the same seed and with 0.01 and 0.0001. Which line of yours should make the difference?

hecho: El optimizador se crea con una tasa propia, sea cual sea la que recibe la función.
por_que: Quien busca la mejor tasa compara curvas, y aquí todas son la misma.
prueba: Llámala dos veces con la misma semilla, con 0.01 y con 0.0001. ¿Qué línea tuya debería marcar la diferencia?

fails: optimizer
"""

from __future__ import annotations

from typing import Any

import torch

from ._loop import trained


def train(model: Any, data: Any, steps: int = 500, batch_size: int = 32, lr: float = 3e-3) -> list[float]:
    """The right one at AdamW's own rate."""
    return trained(model, data, steps, batch_size, lr, optimizer_of=lambda m, _: torch.optim.AdamW(m.parameters()))

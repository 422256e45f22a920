"""
en: Gradients are left switched off
es: Los gradientes se quedan desactivados

done: At its end the function switches gradients off, and never on again.
why: What is switched off in a function stays off after it, in the whole notebook: the next training has no gradients,
    and backward() stops with an error far away from its cause.
try: Print torch.is_grad_enabled() before and after a call of your function. Which way of switching them off ends by
    itself?

hecho: Al terminar, la función desactiva los gradientes y no los vuelve a activar.
por_que: Lo que se desactiva en una función sigue desactivado después, en todo el notebook: el siguiente entrenamiento
    no tiene gradientes, y backward() se detiene con un error lejos de su causa.
prueba: Imprime torch.is_grad_enabled() antes y después de llamar a tu función. ¿Qué forma de desactivarlos termina por
    sí sola?

fails: reproducible
"""

from __future__ import annotations

from typing import Any

import torch

from ._loop import trained


def train(model: Any, data: Any, steps: int = 500, batch_size: int = 32, lr: float = 3e-3) -> list[float]:
    """The right one that switches autograd off for good."""
    losses = trained(model, data, steps, batch_size, lr)
    torch.set_grad_enabled(False)
    return losses

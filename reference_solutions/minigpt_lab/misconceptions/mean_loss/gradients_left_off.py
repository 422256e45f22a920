"""
en: Gradients are left switched off
es: Los gradientes se quedan desactivados

done: The function switches gradients off, of everything or of the model's parameters, and never on again.
why: What is switched off in a function stays off after it, in the whole notebook: the next training has no gradients,
    and backward() stops with an error far away from its cause.
try: Print torch.is_grad_enabled() and next(model.parameters()).requires_grad before and after a call of your function.
    Which way of switching gradients off ends by itself?

hecho: La función desactiva los gradientes, de todo o de los parámetros del modelo, y no los vuelve a activar.
por_que: Lo que se desactiva en una función sigue desactivado después, en todo el notebook: el siguiente entrenamiento
    no tiene gradientes, y backward() se detiene con un error lejos de su causa.
prueba: Imprime torch.is_grad_enabled() y next(model.parameters()).requires_grad antes y después de llamar a tu función.
    ¿Qué forma de desactivar los gradientes termina por sí sola?

fails: mode_restored
"""

from __future__ import annotations

from typing import Any

import torch

from ._batches import losses, mean


def mean_loss(model: Any, data: Any, n_batches: int = 20, batch_size: int = 32) -> float:
    """The right one that switches autograd off for good."""
    torch.set_grad_enabled(False)
    return mean(losses(model, data, n_batches, batch_size))

"""
en: The model is left frozen
es: El modelo se queda congelado

done: The function switches the gradients of parameters off, and never on again.
why: The model comes back unable to learn: a second training stops at backward(), or leaves the frozen part as it is.
    To measure or to generate without gradients, there's no need to change the model.
try: Print next(model.parameters()).requires_grad before and after a call, then call your function again with that
    model.

hecho: La función desactiva los gradientes de los parámetros y no los vuelve a activar.
por_que: El modelo vuelve sin poder aprender: un segundo entrenamiento se detiene en backward(), o deja como está la
    parte congelada. Para medir o generar sin gradientes no hace falta cambiar el modelo.
prueba: Imprime next(model.parameters()).requires_grad antes y después de una llamada, y llama otra vez a tu función con
    ese modelo.

fails: reproducible
"""

from __future__ import annotations

from typing import Any

from ._loop import trained


def train(model: Any, data: Any, steps: int = 500, batch_size: int = 32, lr: float = 3e-3) -> list[float]:
    """The right one that freezes the model when it's through."""
    losses = trained(model, data, steps, batch_size, lr)
    model.requires_grad_(False)
    return losses

"""
en: The gain doesn't begin at 1
es: La ganancia no empieza en 1

done: In a new module the gain is 0 or random, not 1.
why: The norm is there to give every token the same size from the first step on. With a gain of 0 all of the model's
    branches give 0, and at the start no gradient gets past them; with a random one each feature has a size of its own.
try: Make a new module and take the root mean square of what it gives for one token. What should it be?

hecho: En un módulo nuevo la ganancia es 0 o aleatoria, no 1.
por_que: La norma está para dar a todos los tokens el mismo tamaño desde el primer paso. Con una ganancia de 0 todas las
    ramas del modelo dan 0 y al principio ningún gradiente las atraviesa; con una aleatoria cada rasgo tiene su tamaño.
prueba: Crea un módulo nuevo y calcula la raíz de la media de los cuadrados de lo que da para un token. ¿Cuánto debería
    valer?

fails: gain
"""

from __future__ import annotations

from typing import Any

import torch
from torch import nn


class RMSNorm(nn.Module):  # type: ignore[misc]
    """Right, with a gain of 0."""

    def __init__(self, d_model: int, eps: float = 1e-5) -> None:
        super().__init__()
        self.gain, self.eps = nn.Parameter(torch.zeros(d_model)), eps

    def forward(self, x: Any) -> Any:
        return self.gain * x / torch.sqrt((x**2).mean(dim=-1, keepdim=True) + self.eps)

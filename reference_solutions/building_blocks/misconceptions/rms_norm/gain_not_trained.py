"""
en: No gradient gets to the gain
es: A la ganancia no le llega ningún gradiente

done: The gain is there and is multiplied by, but it's frozen or detached: training leaves it at 1.
why: The norm makes all tokens equally large; the gain is what lets the model decide how much of each feature goes on.
    Where it never changes, nothing is decided.
try: Call backward() on a sum of what your module gives, and print the gain's gradient. Is it None?

hecho: La ganancia está y se multiplica por ella, pero está congelada o separada del grafo: el entrenamiento la deja
    en 1.
por_que: La norma hace igual de grandes todos los tokens; la ganancia es lo que permite al modelo decidir cuánto deja
    pasar de cada rasgo. Si nunca cambia, el modelo no decide nada.
prueba: Llama a backward() sobre una suma de lo que da tu módulo e imprime el gradiente de la ganancia. ¿Es None?

fails: gain
"""

from __future__ import annotations

from typing import Any

import torch
from torch import nn


class RMSNorm(nn.Module):  # type: ignore[misc]
    """Right, with a frozen gain."""

    def __init__(self, d_model: int, eps: float = 1e-5) -> None:
        super().__init__()
        self.gain, self.eps = nn.Parameter(torch.ones(d_model), requires_grad=False), eps

    def forward(self, x: Any) -> Any:
        return self.gain * x / torch.sqrt((x**2).mean(dim=-1, keepdim=True) + self.eps)

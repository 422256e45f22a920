"""
en: The hidden layer has another width
es: La capa oculta tiene otro ancho

done: The first layer leads to another number of units than 4 d_model.
why: The network works with any width, and nothing raises an error. But most of a block's parameters lie in these two
    matrices: with half the width, half of them are missing, and weights of a model with 4 d_model don't fit.
try: Print the shapes of both weights at d_model = 6. Which number should stand between the two layers?

hecho: La primera capa lleva a un número de unidades que no es 4 d_model.
por_que: La red funciona con cualquier ancho, y no salta ningún error. Pero la mayor parte de los parámetros de un
    bloque está en estas dos matrices: con la mitad de ancho falta la mitad, y los pesos de un modelo con 4 d_model no
    encajan.
prueba: Imprime las formas de los dos pesos con d_model = 6. ¿Qué número debería haber entre las dos capas?

fails: width
"""

from __future__ import annotations

import torch


class FeedForward(torch.nn.Module):  # type: ignore[misc]
    """The reference as a module, twice as wide as its input."""

    def __init__(self, d_model: int) -> None:
        super().__init__()
        self.up = torch.nn.Linear(d_model, 2 * d_model)
        self.down = torch.nn.Linear(2 * d_model, d_model)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.down(torch.nn.functional.gelu(self.up(x)))

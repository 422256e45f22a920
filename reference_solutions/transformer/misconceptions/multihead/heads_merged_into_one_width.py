"""
en: The heads are merged into the width of one
es: Las cabezas se funden en el ancho de una sola

done: The heads are added or averaged, so that what goes on is only d_k wide, and W_O leads from d_k to d_model.
why: Of h heads' findings only one head's width is left, and nobody can tell any more which head said what. The paper
    puts them side by side: h times d_k is d_model again.
try: Follow the shape through your forward for d_model = 20 and 4 heads. How wide is the tensor just before W_O, and
    how wide is it if no head may lose anything?

hecho: Las cabezas se suman o se promedian, de modo que lo que sigue solo tiene d_k números, y W_O va de d_k a
    d_model.
por_que: De lo que encontraron h cabezas queda el ancho de una sola, y ya no se sabe qué cabeza dijo qué. El artículo
    las pone una al lado de otra: h veces d_k vuelve a ser d_model.
prueba: Sigue la forma por tu forward con d_model = 20 y 4 cabezas. ¿Qué ancho tiene el tensor justo antes de W_O, y
    cuál tendría si ninguna cabeza perdiera nada?

fails: values, parameter_count
catalogue: MH-07
"""

from __future__ import annotations

from typing import Any

import torch

from ._in_torch import Separate


class MultiHeadAttention(Separate):
    """Right, but for a mean of the heads and a W_O of (d_k, d_model)."""

    def __init__(self, d_model: int, n_heads: int) -> None:
        super().__init__(d_model, n_heads)
        self.o = torch.nn.Linear(d_model // n_heads, d_model)

    def merged(self, z: Any) -> Any:
        return z.mean(dim=1)

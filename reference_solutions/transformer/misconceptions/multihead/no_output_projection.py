"""
en: There is no output projection
es: No hay proyección de salida

done: The module has W_Q, W_K and W_V, but no fourth matrix: what comes out is the heads side by side.
why: Each stretch of the output then belongs to one head for good. The fourth matrix is what lets the model combine
    what several heads found, and decide how much of it to pass on.
try: Count the matrices in MultiHead(Q, K, V) = Concat(head_1, ..., head_h) W_O. Then count your module's parameters
    for d_model = 20: does it come to 4(d² + d) = 1680?

hecho: El módulo tiene W_Q, W_K y W_V, pero no una cuarta matriz: lo que sale son las cabezas puestas en fila.
por_que: Así cada trozo de la salida pertenece para siempre a una cabeza. La cuarta matriz es la que permite combinar
    lo que han encontrado varias cabezas y decidir cuánto se transmite.
prueba: Cuenta las matrices de MultiHead(Q, K, V) = Concat(head_1, ..., head_h) W_O. Luego cuenta los parámetros de tu
    módulo con d_model = 20: ¿salen 4(d² + d) = 1680?

fails: values, one_head, parameter_count
catalogue: MH-06
"""

from __future__ import annotations

import torch

from ._in_torch import Separate


class MultiHeadAttention(Separate):
    """Right, but without W_O."""

    def __init__(self, d_model: int, n_heads: int) -> None:
        super().__init__(d_model, n_heads)
        self.o = torch.nn.Identity()

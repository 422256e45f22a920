"""
en: Each head is as wide as the whole model
es: Cada cabeza es tan ancha como el modelo entero

done: Every head projects to d_model features, not to d_model / h, and W_O takes h·d_model of them back to d_model.
why: It computes something sensible, but h times as much: more heads make the module larger, where the idea of the
    paper is to share one width out among them, at the cost of a single wide head.
try: Print the number of parameters for d_model = 64 with 2, 4 and 8 heads. By the paper it doesn't change. What does
    each head of yours get, and what would be its fair share?

hecho: Cada cabeza proyecta a d_model características, y no a d_model / h, y W_O lleva h·d_model de ellas otra vez a
    d_model.
por_que: Calcula algo razonable, pero h veces más caro: con más cabezas el módulo crece, cuando la idea del artículo
    es repartir un mismo ancho entre ellas, al precio de una sola cabeza ancha.
prueba: Imprime el número de parámetros con d_model = 64 y 2, 4 y 8 cabezas. Según el artículo no cambia. ¿Cuánto
    recibe cada cabeza tuya, y cuánto le tocaría?

fails: parameter_count
catalogue: MH-10
"""

from __future__ import annotations

import torch

from ._in_torch import Separate


class MultiHeadAttention(Separate):
    """Right, but with heads of width d_model."""

    def __init__(self, d_model: int, n_heads: int) -> None:
        super().__init__(d_model, n_heads)
        self.q, self.k, self.v = (torch.nn.Linear(d_model, n_heads * d_model) for _ in range(3))
        self.o = torch.nn.Linear(n_heads * d_model, d_model)

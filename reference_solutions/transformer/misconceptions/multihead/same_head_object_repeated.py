"""
en: The list holds one head h times
es: La lista contiene una misma cabeza h veces

done: [Head(...)] * h makes one object and h references to it; or one small projection serves all heads.
why: All heads have the same weights, now and after any training, so they find the same. The module has far fewer
    parameters than it should.
try: Print id(head) for each head of your list, and the number of parameters for 2 and for 4 heads. What does * do to
    a list that holds an object?

hecho: [Cabeza(...)] * h crea un solo objeto y h referencias a él; o una única proyección pequeña sirve para todas las
    cabezas.
por_que: Todas las cabezas tienen los mismos pesos, ahora y después de cualquier entrenamiento, así que encuentran lo
    mismo. El módulo tiene muchos menos parámetros de los que debería.
prueba: Imprime id(cabeza) para cada cabeza de tu lista, y el número de parámetros con 2 y con 4 cabezas. ¿Qué le hace
    * a una lista que contiene un objeto?

fails: values, parameter_count
catalogue: MH-09
"""

from __future__ import annotations

import torch

from ._in_torch import HeadByHead, OneHead


class MultiHeadAttention(HeadByHead):
    """Right, but for a list of h times the same head."""

    def __init__(self, d_model: int, n_heads: int) -> None:
        super().__init__(d_model, n_heads)
        self.heads = torch.nn.ModuleList([OneHead(d_model, d_model // n_heads)] * n_heads)

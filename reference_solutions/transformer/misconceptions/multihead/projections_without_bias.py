"""
en: The projections have no bias
es: Las proyecciones no tienen sesgo

done: All four projections are made with bias=False, or as bare matrices.
why: Nothing is broken: many models do without. But here biases were asked, and the number of parameters is part of
    what is to be understood: 4(d² + d) with them, 4d² without.
try: Work out both numbers for d_model = 512 by hand. Which of them does your module have, and which argument of
    nn.Linear decides it?

hecho: Las cuatro proyecciones se crean con bias=False, o como matrices sin más.
por_que: No se rompe nada: muchos modelos prescinden de ellos. Pero aquí se pedían sesgos, y el número de parámetros
    es parte de lo que hay que entender: 4(d² + d) con ellos, 4d² sin ellos.
prueba: Calcula a mano los dos números con d_model = 512. ¿Cuál tiene tu módulo, y qué argumento de nn.Linear lo
    decide?

fails: parameter_count
"""

from __future__ import annotations

import torch

from ._in_torch import Separate


class MultiHeadAttention(Separate):
    """Right, but without biases."""

    def __init__(self, d_model: int, n_heads: int) -> None:
        super().__init__(d_model, n_heads)
        self.q, self.k, self.v, self.o = (torch.nn.Linear(d_model, d_model, bias=False) for _ in range(4))

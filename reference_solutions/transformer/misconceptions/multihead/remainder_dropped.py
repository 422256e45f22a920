"""
en: A d_model that the heads can't share out is accepted
es: Se acepta un d_model que no se puede repartir entre las cabezas

done: d_k = d_model // n_heads rounds down, and the module is built and answers although the division leaves a
    remainder.
why: With d_model = 10 and 3 heads, d_k is 3, and 9 of 10 features are used: the model is quietly smaller than its
    author believes. Better an error today than a puzzle in a month.
try: Build your module with d_model = 10 and n_heads = 3. What would you like to be told, when, and in which words?

hecho: d_k = d_model // n_heads redondea hacia abajo, y el módulo se construye y responde aunque la división deje
    resto.
por_que: Con d_model = 10 y 3 cabezas, d_k es 3 y se usan 9 de las 10 características: el modelo es, sin decirlo, más
    pequeño de lo que cree quien lo escribió. Mejor un error hoy que un misterio dentro de un mes.
prueba: Construye tu módulo con d_model = 10 y n_heads = 3. ¿Qué te gustaría que te dijera, cuándo y con qué palabras?

fails: divisibility
catalogue: MH-12
"""

from __future__ import annotations

import torch

from ._in_torch import Separate


class MultiHeadAttention(Separate):
    """Right where n_heads divides d_model."""

    def __init__(self, d_model: int, n_heads: int) -> None:
        used = d_model // n_heads * n_heads
        super().__init__(used, n_heads)
        self.q, self.k, self.v = (torch.nn.Linear(d_model, used) for _ in range(3))
        self.o = torch.nn.Linear(used, d_model)

"""
en: The input is cut into heads first, and then projected
es: Primero se corta la entrada en cabezas y después se proyecta

done: x is cut into pieces of width d_k, and small (d_k, d_k) matrices project the pieces.
why: Each head then sees only its own slice of every token, and all slices go through the same small matrices. By the
    formula each head projects the whole token, so that any of its features can matter to any head.
try: Change feature 0 of a token. Which heads' queries should be able to change, and which of yours do?

hecho: x se corta en trozos de ancho d_k, y unas matrices pequeñas de (d_k, d_k) proyectan los trozos.
por_que: Así cada cabeza solo ve su propia rebanada de cada token, y todas las rebanadas pasan por las mismas matrices
    pequeñas. Según la fórmula, cada cabeza proyecta el token entero, para que cualquier característica pueda
    importarle a cualquier cabeza.
prueba: Cambia la característica 0 de un token. ¿Las consultas de qué cabezas deberían poder cambiar, y cuáles de las
    tuyas cambian?

fails: values, parameter_count
catalogue: MH-11
"""

from __future__ import annotations

from typing import Any

import torch

from ._in_torch import Separate


class MultiHeadAttention(Separate):
    """Right, but each head projects its own slice of x, by matrices that all share."""

    def __init__(self, d_model: int, n_heads: int) -> None:
        super().__init__(d_model, n_heads)
        d_k = d_model // n_heads
        self.q, self.k, self.v = (torch.nn.Linear(d_k, d_k) for _ in range(3))

    def projected(self, x: Any) -> tuple[Any, Any, Any]:
        parts = self.split(x)
        return self.q(parts), self.k(parts), self.v(parts)

"""
en: The projections of the attention have no bias
es: Las proyecciones de la atención no tienen sesgo

done: q, k and v, and perhaps the output projection too, are made with bias=False.
why: It works just as well, and several known models do it. The count is the only place where it shows: here biases
    were asked everywhere.
try: Divide the difference between your count and 160 110 by 64. How many biases of width 64 are missing in each of
    the three blocks?

hecho: q, k y v, y quizá también la proyección de salida, se crean con bias=False.
por_que: Funciona igual de bien, y varios modelos conocidos lo hacen. Solo se nota en la cuenta: aquí se pedían sesgos
    en todas partes.
prueba: Divide por 64 la diferencia entre tu cuenta y 160 110. ¿Cuántos sesgos de ancho 64 faltan en cada uno de los
    tres bloques?

fails: parameter_count
"""

from __future__ import annotations

import torch

from ._in_torch import Model


class MiniGPT(Model):
    """Right, but for the biases of q, k and v."""

    def __init__(
        self, vocab_size: int, d_model: int = 64, n_heads: int = 4, n_layers: int = 3, context: int = 64
    ) -> None:
        super().__init__(vocab_size, d_model, n_heads, n_layers, context)
        for block in self.blocks:
            a = block.attention
            a.q, a.k, a.v = (torch.nn.Linear(d_model, d_model, bias=False) for _ in range(3))

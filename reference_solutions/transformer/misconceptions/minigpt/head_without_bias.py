"""
en: The head has no bias
es: La capa de salida no tiene sesgo

done: The last linear layer is made with bias=False.
why: Many models do so, and it hardly matters. But a head with bias was asked; it holds how frequent each token is,
    before the model has read anything.
try: By how much does your count differ from 160 110? Which size of the model is that number?

hecho: La última capa lineal se crea con bias=False.
por_que: Muchos modelos lo hacen así, y apenas importa. Pero se pedía una capa de salida con sesgo; en él cabe lo
    frecuente que es cada token, antes de que el modelo haya leído nada.
prueba: ¿En cuánto se diferencia tu cuenta de 160 110? ¿Qué tamaño del modelo es ese número?

fails: parameter_count
"""

from __future__ import annotations

import torch

from ._in_torch import Model


class MiniGPT(Model):
    """Right, but for the head's bias."""

    def __init__(
        self, vocab_size: int, d_model: int = 64, n_heads: int = 4, n_layers: int = 3, context: int = 64
    ) -> None:
        super().__init__(vocab_size, d_model, n_heads, n_layers, context)
        self.head = torch.nn.Linear(d_model, vocab_size, bias=False)

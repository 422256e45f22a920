"""
en: The FFN of the blocks isn't 4 d_model wide
es: La FFN de los bloques no tiene un ancho de 4 d_model

done: The hidden layer of the feed-forward network has d_model or 2 d_model units, where 4 d_model were asked.
why: Most of a Transformer's parameters sit there: it's where each token thinks about what it has gathered. A narrower
    one makes the model much smaller than it looks.
try: Work out the FFN's parameters for d_model = 64: once for a hidden layer of 256, once for yours. Three times the
    difference is what your count lacks.

hecho: La capa oculta de la red feed-forward tiene d_model o 2 d_model unidades, y se pedían 4 d_model.
por_que: Ahí está la mayor parte de los parámetros de un Transformer: es donde cada token piensa sobre lo que ha
    reunido. Con una más estrecha, el modelo es mucho más pequeño de lo que parece.
prueba: Calcula los parámetros de la FFN con d_model = 64: una vez con una capa oculta de 256, otra con la tuya. Tres
    veces la diferencia es lo que le falta a tu cuenta.

fails: parameter_count
catalogue: BL-10
"""

from __future__ import annotations

import torch

from ._in_torch import Block, Model


class MiniGPT(Model):
    """Right, but with an FFN of 2 d_model."""

    def __init__(
        self, vocab_size: int, d_model: int = 64, n_heads: int = 4, n_layers: int = 3, context: int = 64
    ) -> None:
        super().__init__(vocab_size, d_model, n_heads, n_layers, context)
        self.blocks = torch.nn.ModuleList([Block(d_model, n_heads, 2 * d_model) for _ in range(n_layers)])

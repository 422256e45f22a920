"""
en: All layers are one and the same block
es: Todas las capas son un mismo bloque

done: [Block(...)] * n_layers makes one block and n_layers references to it.
why: The layers share their weights, now and after any training. The model has the depth you wanted, but the
    parameters of a single block, and can't do different things in different layers.
try: Print id(block) for each of your blocks. What does * do to a list that holds an object?

hecho: [Bloque(...)] * n_layers crea un solo bloque y n_layers referencias a él.
por_que: Las capas comparten sus pesos, ahora y después de cualquier entrenamiento. El modelo tiene la profundidad que
    querías, pero los parámetros de un solo bloque, y no puede hacer cosas distintas en capas distintas.
prueba: Imprime id(bloque) para cada uno de tus bloques. ¿Qué le hace * a una lista que contiene un objeto?

fails: parameter_count
catalogue: BL-12
"""

from __future__ import annotations

import torch

from ._in_torch import Block, Model


class MiniGPT(Model):
    """Right, but for a list of n_layers times the same block."""

    def __init__(
        self, vocab_size: int, d_model: int = 64, n_heads: int = 4, n_layers: int = 3, context: int = 64
    ) -> None:
        super().__init__(vocab_size, d_model, n_heads, n_layers, context)
        self.blocks = torch.nn.ModuleList([Block(d_model, n_heads)] * n_layers)

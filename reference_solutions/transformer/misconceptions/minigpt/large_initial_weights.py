"""
en: The weights start far too large
es: Los pesos empiezan siendo demasiado grandes

done: Matrices are drawn from N(0, 1), where something of size 1/√d_model would keep the signal's size.
why: Every layer then multiplies what it gets by about √d_model. The first logits are huge, so the model is sure of
    nonsense: its loss starts far above ln V, and the first steps are spent on unlearning.
try: What should the loss be of a model that knows nothing and says so? Compare ln(vocabulary) with your loss before
    the first step, and print p.std() for your largest matrices.

hecho: Las matrices se sacan de N(0, 1), cuando algo del tamaño de 1/√d_model conservaría el tamaño de la señal.
por_que: Cada capa multiplica entonces lo que recibe por cerca de √d_model. Los primeros logits son enormes, así que
    el modelo está seguro de disparates: su pérdida empieza muy por encima de ln V, y los primeros pasos se gastan en
    desaprender.
prueba: ¿Cuál debería ser la pérdida de un modelo que no sabe nada y lo admite? Compara ln(vocabulario) con tu pérdida
    antes del primer paso, e imprime p.std() de tus matrices más grandes.

fails: initial_loss
catalogue: GP-03
"""

from __future__ import annotations

import torch

from ._in_torch import Model


class MiniGPT(Model):
    """Right, but for the head's weights, which start at N(0, 1)."""

    def __init__(
        self, vocab_size: int, d_model: int = 64, n_heads: int = 4, n_layers: int = 3, context: int = 64
    ) -> None:
        super().__init__(vocab_size, d_model, n_heads, n_layers, context)
        torch.nn.init.normal_(self.head.weight)

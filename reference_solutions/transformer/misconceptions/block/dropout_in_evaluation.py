"""
en: Dropout is on even after eval()
es: El dropout sigue activo después de eval()

done: What the sublayers give is dropped by a function that isn't told whether the block is being trained (F.dropout
    without training=..., or one written by hand).
why: eval() can switch off only what asks self.training, or an nn.Dropout. Left on, the trained model answers each time
    with some of its features missing, never the same ones.
try: Call block.eval(), then call the block twice on the same x and subtract. Who could tell your dropout that training
    is over?

hecho: Lo que dan las subcapas se anula con una función que no sabe si el bloque se está entrenando (F.dropout sin
    training=..., o una escrita a mano).
por_que: eval() solo puede apagar lo que consulta self.training, o un nn.Dropout. Si sigue activo, el modelo entrenado
    responde cada vez con unas cuantas características de menos, y nunca las mismas.
prueba: Llama a block.eval(), luego llama dos veces al bloque con la misma x y resta. ¿Quién podría decirle a tu dropout
    que el entrenamiento ha terminado?

fails: dropout
catalogue: BL-11
"""

from __future__ import annotations

from typing import Any

import torch

from ._in_torch import Block


class TransformerBlock(Block):
    """Right, but its dropout never ends."""

    def dropped(self, branch: Any) -> Any:
        return torch.nn.functional.dropout(branch, self.dropout.p)

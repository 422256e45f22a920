"""
en: Dropout is on even after eval()
es: El dropout sigue activo después de eval()

done: The weights are dropped by a function that isn't told whether the module is being trained (F.dropout without
    training=..., or one written by hand).
why: eval() can switch off only what asks self.training, or an nn.Dropout. Left on, the same text gives another answer
    in each call, and no test of yours can be repeated.
try: Call model.eval(), then call the module twice on the same x and subtract. Who could tell your dropout that
    training is over?

hecho: Los pesos se anulan con una función que no sabe si el módulo se está entrenando (F.dropout sin training=..., o
    una escrita a mano).
por_que: eval() solo puede apagar lo que consulta self.training, o un nn.Dropout. Si sigue activo, el mismo texto da
    otra respuesta en cada llamada, y ninguna prueba tuya se puede repetir.
prueba: Llama a model.eval(), luego llama dos veces al módulo con la misma x y resta. ¿Quién podría decirle a tu
    dropout que el entrenamiento ha terminado?

fails: values, one_head, equivariant
catalogue: AT-16
"""

from __future__ import annotations

from typing import Any

import torch

from ._in_torch import Separate


class MultiHeadAttention(Separate):
    """Right, but a tenth of what comes out is dropped in every call."""

    def merged(self, z: Any) -> Any:
        return torch.nn.functional.dropout(super().merged(z), 0.1)

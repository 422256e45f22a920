"""
en: Dropout is on even after eval()
es: El dropout sigue activo después de eval()

done: Somewhere in the model numbers are dropped by a function that doesn't ask whether the model is being trained
    (F.dropout without training=..., or one written by hand).
why: The same text gives other logits in each call. Generation gets noisier than it has to be, and no loss on the
    validation text can be trusted.
try: Call model.eval(), ask for the logits of the same text twice, and subtract. What does self.training say at that
    moment, and who asks?

hecho: En algún lugar del modelo se anulan números con una función que no pregunta si el modelo se está entrenando
    (F.dropout sin training=..., o una escrita a mano).
por_que: El mismo texto da otros logits en cada llamada. La generación es más ruidosa de lo necesario, y no hay
    pérdida sobre el texto de validación de la que fiarse.
prueba: Llama a model.eval(), pide dos veces los logits del mismo texto y resta. ¿Qué vale self.training en ese
    momento, y quién lo consulta?

fails: values
catalogue: BL-11
"""

from __future__ import annotations

from typing import Any

import torch

from ._in_torch import Model


class MiniGPT(Model):
    """Right, but a tenth of the embeddings' features are dropped in every call."""

    def embedded(self, idx: Any) -> Any:
        return torch.nn.functional.dropout(super().embedded(idx), 0.1)

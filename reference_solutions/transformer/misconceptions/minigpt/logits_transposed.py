"""
en: The logits come out as (batch, vocabulary, positions)
es: Los logits salen como (lote, vocabulario, posiciones)

done: The last two axes of the logits are exchanged: F.cross_entropy likes them so, and the transpose has slipped into
    the model.
why: The model is asked for one row of logits per position. Whoever takes logits[:, -1] to generate gets one
    vocabulary entry over all positions; and flattened for a loss, logits and targets no longer belong together.
try: Print logits.shape for 2 texts of 5 tokens at a vocabulary of 13. What does logits[0, -1] hold: 13 numbers, or 5?

hecho: Los dos últimos ejes de los logits están intercambiados: a F.cross_entropy le gustan así, y el transpose se ha
    colado en el modelo.
por_que: Al modelo se le pide una fila de logits por posición. Quien tome logits[:, -1] para generar recibe una sola
    entrada del vocabulario en todas las posiciones; y aplanados para una pérdida, logits y objetivos ya no se
    corresponden.
prueba: Imprime logits.shape con 2 textos de 5 tokens y un vocabulario de 13. ¿Qué contiene logits[0, -1]: 13 números
    o 5?

fails: values, shapes, causal, order_matters, initial_loss, overfits
catalogue: GP-04
"""

from __future__ import annotations

from typing import Any

from ._in_torch import Model


class MiniGPT(Model):
    """Right, with the last two axes exchanged."""

    def forward(self, idx: Any) -> Any:
        return super().forward(idx).transpose(1, 2)

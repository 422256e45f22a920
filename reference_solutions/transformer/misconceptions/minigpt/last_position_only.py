"""
en: Only the last position gets logits
es: Solo la última posición recibe logits

done: The forward returns the logits of the last token alone, shape (batch, vocabulary).
why: That is enough to generate, but not to train: from a text of n tokens the model could learn n predictions at
    once, and learns one.
try: How many (context, next token) pairs are there in "hola"? How many of them reach your loss?

hecho: El forward devuelve solo los logits del último token, con forma (lote, vocabulario).
por_que: Para generar basta, para entrenar no: de un texto de n tokens el modelo podría aprender n predicciones de una
    vez, y aprende una.
prueba: ¿Cuántas parejas (contexto, token siguiente) hay en «hola»? ¿Cuántas llegan a tu pérdida?

fails: values, shapes, causal, order_matters, initial_loss, overfits
catalogue: GP-10
"""

from __future__ import annotations

from typing import Any

from ._in_torch import Model


class MiniGPT(Model):
    """Right, as far as it goes."""

    def forward(self, idx: Any) -> Any:
        return super().forward(idx)[:, -1]

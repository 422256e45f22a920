"""
en: The head has no bias
es: La cabeza no tiene sesgo

done: The head is a matrix alone, H_0 W, without the b of the formula.
why: Classes are seldom equally frequent. The bias is where the model keeps how frequent each is, before it has read
    anything; without it the matrix must take that out of the text.
try: Which logits does your head give when H_0 is all zeros, and which should it be able to give?

hecho: La cabeza es solo una matriz, H_0 W, sin la b de la fórmula.
por_que: Las clases rara vez son igual de frecuentes. En el sesgo guarda el modelo cuánto lo es cada una, antes de haber
    leído nada; sin él, la matriz tiene que sacarlo del texto.
prueba: ¿Qué logits da tu cabeza cuando H_0 es todo ceros, y cuáles debería poder dar?

fails: values
"""

from __future__ import annotations

from typing import Any

from torch import nn

from ...encoder_classifier import EncoderClassifier as Right


class EncoderClassifier(Right):
    def __init__(self, encoder: Any, d_model: int, n_classes: int) -> None:
        super().__init__(encoder, d_model, n_classes)
        self.head = nn.Linear(d_model, n_classes, bias=False)

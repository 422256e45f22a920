"""
en: The encoder isn't part of the model
es: El encoder no forma parte del modelo

done: The encoder is kept where torch doesn't look: in a list, a dict, or a function.
why: The classifier computes, but parameters() doesn't have the encoder's weights: fine-tuning leaves them as they
    are, to(device) leaves them behind, and state_dict() forgets them.
try: Print the names that named_parameters() gives. Which should be there besides the head's?

hecho: El encoder está guardado donde torch no mira: en una lista, un diccionario o una función.
por_que: El clasificador calcula, pero parameters() no tiene los pesos del encoder: el ajuste fino no los toca,
    to(device) se los deja y state_dict() los olvida.
prueba: Imprime los nombres que da named_parameters(). ¿Cuáles deberían estar además de los de la cabeza?

fails: encoder_inside
"""

from __future__ import annotations

from typing import Any

from ._in_torch import Classifier


class EncoderClassifier(Classifier):
    """The encoder in a list."""

    def __init__(self, encoder: Any, d_model: int, n_classes: int) -> None:
        super().__init__(encoder, d_model, n_classes)
        del self.encoder
        self.inner = [encoder]

    def forward(self, idx: Any) -> Any:
        return self.head(self.pooled(self.inner[0](idx)))

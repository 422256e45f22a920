"""
en: The first sample is taken for the first token
es: Se toma la primera muestra por el primer token

done: You take index 0 of the first axis, which is the batch.
why: What comes out are logits for every token of the first sequence, and none for the others.
try: Print the shape of the encoder's output and name its axes. On which of them do the tokens lie?

hecho: Tomas el índice 0 del primer eje, que es el lote.
por_que: Salen logits para cada token de la primera secuencia y ninguno para las demás.
prueba: Imprime la forma de la salida del encoder y pon nombre a sus ejes. ¿En cuál están los tokens?

fails: values, first_token, encoder_inside
"""

from __future__ import annotations

from typing import Any

from ._in_torch import Classifier


class EncoderClassifier(Classifier):
    """Index 0 of the batch."""

    def pooled(self, hidden: Any) -> Any:
        return hidden[0]

"""
en: Every token is classified
es: Se clasifica cada token

done: The head runs over the whole sequence, so the logits are (B, n, n_classes).
why: That is what one does to label words. Here one answer is wanted for each sequence.
try: How many labels has a batch of B sequences?

hecho: La cabeza recorre la secuencia entera, así que los logits son (B, n, n_classes).
por_que: Eso se hace para etiquetar palabras. Aquí se quiere una respuesta por secuencia.
prueba: ¿Cuántas etiquetas tiene un lote de B secuencias?

fails: values, first_token, encoder_inside
"""

from __future__ import annotations

from typing import Any

from ._in_torch import Classifier


class EncoderClassifier(Classifier):
    """No pooling."""

    def pooled(self, hidden: Any) -> Any:
        return hidden

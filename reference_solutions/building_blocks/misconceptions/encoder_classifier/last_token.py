"""
en: The last token is classified
es: Se clasifica el último token

done: The head reads the output at the last position.
why: That is right for a decoder, whose last token alone has seen everything. In an encoder each token has, and in a
    padded batch the last position is padding for all but the longest sequence.
try: Where does an encoder like BERT put its token [CLS]?

hecho: La cabeza lee la salida de la última posición.
por_que: Eso es lo correcto en un decoder, donde solo el último token lo ha visto todo. En un encoder lo han visto
    todos, y en un lote con padding la última posición es padding salvo en la secuencia más larga.
prueba: ¿Dónde pone un encoder como BERT su token [CLS]?

fails: first_token
"""

from __future__ import annotations

from typing import Any

from ._in_torch import Classifier


class EncoderClassifier(Classifier):
    """The last position."""

    def pooled(self, hidden: Any) -> Any:
        return hidden[:, -1]

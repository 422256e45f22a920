"""
en: All tokens together are classified
es: Se clasifican todos los tokens juntos

done: You average the encoder's outputs over the sequence, or add them up, and give that to the head.
why: That is a classifier too, but another one: padding would be in it, and a model that was trained to gather
    everything in its first token is read in the wrong place.
try: Which shape has the encoder's output, and which of its axes do you make disappear, and how? The exercise wants
    one particular position.

hecho: Promedias o sumas las salidas del encoder a lo largo de la secuencia, y eso es lo que le das a la cabeza.
por_que: También es un clasificador, pero otro: el padding entraría también, y un modelo entrenado para reunirlo
    todo en su primer token se lee donde no toca.
prueba: ¿Qué forma tiene la salida del encoder, qué eje haces desaparecer y cómo? El ejercicio pide una posición
    concreta.

fails: first_token
"""

from __future__ import annotations

from typing import Any

from ._in_torch import Classifier


class EncoderClassifier(Classifier):
    """Mean pooling."""

    def pooled(self, hidden: Any) -> Any:
        return hidden.mean(dim=1)

"""
en: The head has a hidden layer
es: La cabeza tiene una capa oculta

done: Between the encoder's first output and the logits stand two or more linear layers.
why: A single linear layer was asked for. The encoder is deep already and learns along, so its first output can hold
    whatever the classes need. A hidden layer brings parameters that a small data set doesn't train well.
try: Count the parameters that aren't the encoder's. With d_model = 6 and 4 classes, a linear layer has 4 · 6 + 4: how
    many do you have?

hecho: Entre la primera salida del encoder y los logits hay dos capas lineales o más.
por_que: Se pedía una sola capa lineal. El encoder ya es profundo y se entrena con ella, así que su primera salida puede
    contener lo que las clases necesiten. Una capa oculta trae parámetros que con pocos datos no se entrenan bien.
prueba: Cuenta los parámetros que no son del encoder. Con d_model = 6 y 4 clases, una capa lineal tiene 4 · 6 + 4:
    ¿cuántos tienes tú?

fails: values
"""

from __future__ import annotations

from typing import Any

from torch import nn

from ._in_torch import Classifier


class EncoderClassifier(Classifier):
    """Linear, tanh, linear, as BERT's pooler and classifier."""

    def __init__(self, encoder: Any, d_model: int, n_classes: int) -> None:
        super().__init__(encoder, d_model, n_classes)
        self.head = nn.Sequential(nn.Linear(d_model, d_model), nn.Tanh(), nn.Linear(d_model, n_classes))

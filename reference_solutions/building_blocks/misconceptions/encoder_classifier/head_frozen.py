"""
en: The head doesn't learn
es: La cabeza no aprende

done: The head's linear layer is frozen (requires_grad = False), or its weights are used by .data or detach().
why: A head that stays as it was drawn gives each class a random direction. The encoder would have to bend towards it,
    and where the encoder is frozen too, nothing is learned at all.
try: Take a step of training, and compare the head's weights before and after. Which line of yours stands in the
    gradient's way?

hecho: La capa lineal de la cabeza está congelada (requires_grad = False), o sus pesos se usan con .data o detach().
por_que: Una cabeza que sigue tal como se sorteó da a cada clase una dirección al azar. El codificador tendría que
    amoldarse a ella y, si también está congelado, no se aprende nada.
prueba: Da un paso de entrenamiento y compara los pesos de la cabeza antes y después. ¿Qué línea tuya le corta el paso
    al gradiente?

fails: encoder_inside
"""

from __future__ import annotations

from typing import Any

from ._in_torch import Classifier


class EncoderClassifier(Classifier):
    def __init__(self, encoder: Any, d_model: int, n_classes: int) -> None:
        super().__init__(encoder, d_model, n_classes)
        self.head.requires_grad_(False)

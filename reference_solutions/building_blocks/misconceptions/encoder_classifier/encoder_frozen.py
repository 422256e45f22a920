"""
en: The encoder doesn't learn
es: El codificador no aprende

done: The head is given what the encoder says with detach() or no_grad() (or the encoder's parameters are frozen).
why: The gradient ends there. The head learns, the encoder stays as it came; if it came untrained, the head reads noise.
try: Take a step of training, and compare an encoder's parameter before and after. Which line of yours stands in the
    gradient's way?

hecho: La cabeza recibe lo que dice el codificador con detach() o no_grad() (o los parámetros del codificador están
    congelados).
por_que: El gradiente termina ahí. La cabeza aprende, y el codificador se queda como vino; si vino sin entrenar, la
    cabeza lee ruido.
prueba: Da un paso de entrenamiento y compara un parámetro del codificador antes y después. ¿Qué línea tuya le corta el
    paso al gradiente?

fails: encoder_inside
"""

from __future__ import annotations

from typing import Any

from ...encoder_classifier import EncoderClassifier as Right


class EncoderClassifier(Right):
    def forward(self, idx: Any) -> Any:
        return self.head(self.encoder(idx)[:, 0].detach())

"""
en: Probabilities come back, not logits
es: Se devuelven probabilidades y no logits

done: forward ends with a softmax.
why: cross_entropy takes the softmax itself. Applied twice, it squeezes all differences between tokens: the loss can't
    fall below a floor, and training crawls.
try: What does torch's documentation say that cross_entropy expects as its input?

hecho: forward termina con un softmax.
por_que: cross_entropy ya aplica el softmax. Aplicado dos veces, aplasta todas las diferencias entre tokens: la
    pérdida no baja de un suelo y el entrenamiento se arrastra.
prueba: ¿Qué dice la documentación de torch que espera cross_entropy como entrada?

fails: shapes
"""

from __future__ import annotations

from typing import Any

from ... import encoder_decoder as reference


class EncoderDecoder(reference.EncoderDecoder):
    """Softmax in the forward."""

    def forward(self, src: Any, tgt: Any) -> Any:
        return super().forward(src, tgt).softmax(dim=-1)

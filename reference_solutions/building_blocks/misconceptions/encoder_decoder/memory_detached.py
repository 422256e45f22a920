"""
en: No gradient gets to the encoder
es: Al encoder no le llega ningún gradiente

done: The memory is given to the decoder with detach(), or the encoder runs under no_grad().
why: The gradient ends there. The decoder learns to read an encoder that stays as it was drawn, and the loss falls a
    little all the same, so that nobody notices.
try: Take a step of training and compare the source's embeddings before and after. Have they moved?

hecho: La memoria se da al decoder con detach(), o el encoder se ejecuta bajo no_grad().
por_que: El gradiente termina ahí. El decoder aprende a leer un encoder que sigue tal como se sorteó, y la pérdida baja
    un poco de todos modos, así que nadie lo nota.
prueba: Da un paso de entrenamiento y compara los embeddings de la fuente antes y después. ¿Se han movido?

fails: encoder_learns
"""

from __future__ import annotations

from typing import Any

from ... import encoder_decoder as reference


class EncoderDecoder(reference.EncoderDecoder):
    """Right, with detach()."""

    def encode(self, src: Any) -> Any:
        return super().encode(src).detach()

"""
en: The encoder knows nothing of positions
es: El encoder no sabe nada de posiciones

done: The source's embeddings go into the encoder without positions.
why: Attention alone sees a bag of words: man bites dog and dog bites man give the same memory.
try: Run the model with a source and with the same source backwards. Should the logits be equal?

hecho: Los embeddings de la fuente entran en el encoder sin posiciones.
por_que: La atención sola ve una bolsa de palabras: hombre muerde perro y perro muerde hombre dan la misma memoria.
prueba: Ejecuta el modelo con una fuente y con la misma al revés. ¿Deberían salir logits iguales?

fails: order
"""

from __future__ import annotations

from typing import Any

from ... import encoder_decoder as reference


class EncoderDecoder(reference.EncoderDecoder):
    """Tokens alone."""

    def encode(self, src: Any) -> Any:
        x = self.src_tokens(src)
        for layer in self.encoder:
            x = layer(x)
        return self.encoder_norm(x)

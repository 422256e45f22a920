"""
en: The decoder sees the future
es: El decoder ve el futuro

done: No causal mask takes hold in the self-attention of the decoder: there is none, it changes nothing, or what it puts
    in the place of a blocked score isn't low enough.
why: In training the model is to predict token 3 from tokens 0 to 2, and token 3 stands in its input. It learns to
    copy, the loss falls beautifully, and when it has to write it knows nothing.
try: Change the last target token. Which logits may move?

hecho: En la autoatención del decoder no actúa ninguna máscara causal: no la hay, no cambia nada o lo que pone en lugar
    de una puntuación bloqueada no es lo bastante bajo.
por_que: Al entrenar, el modelo debe predecir el token 3 a partir de los tokens 0 a 2, y el token 3 está en su
    entrada. Aprende a copiar, la pérdida baja de maravilla y, cuando tiene que escribir, no sabe nada.
prueba: Cambia el último token del destino. ¿Qué logits pueden moverse?

fails: decoder_causal
"""

from __future__ import annotations

from typing import Any

import torch

from ... import encoder_decoder as reference


class EncoderDecoder(reference.EncoderDecoder):
    """No causal mask."""

    def decode(self, tgt: Any, memory: Any) -> Any:
        x = self.tgt_tokens(tgt) + self.tgt_positions(torch.arange(tgt.shape[1]))
        for layer in self.decoder:
            x = layer(x, memory, None)
        return self.head(self.decoder_norm(x))

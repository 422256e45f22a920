"""
en: The encoder is causal
es: El encoder es causal

done: The encoder has a causal mask, as the decoder has.
why: The source is there as a whole. A causal encoder knows of the first word only what that word says by itself, and
    can't use what follows to tell a river's bank from a money bank.
try: What is the mask of the decoder there to hide? Is there anything to hide in the source?

hecho: El encoder lleva máscara causal, igual que el decoder.
por_que: La fuente está entera desde el principio. Un encoder causal solo sabe de la primera palabra lo que dice ella
    misma, y no puede usar lo que sigue para distinguir el banco del parque del banco del dinero.
prueba: ¿Qué está ahí para ocultar la máscara del decoder? ¿Hay algo que ocultar en la fuente?

fails: encoder_sees_all
"""

from __future__ import annotations

from typing import Any

import torch

from ... import encoder_decoder as reference


class EncoderDecoder(reference.EncoderDecoder):
    """A triangle in the encoder."""

    def encode(self, src: Any) -> Any:
        n = src.shape[1]
        x = self.src_tokens(src) + self.src_positions(torch.arange(n))
        future = ~torch.ones(n, n, dtype=torch.bool).tril()
        for layer in self.encoder:
            normed = layer.norm1(x)
            x = x + layer.attention(normed, normed, normed, attn_mask=future)[0]
            x = x + layer.ffn(layer.norm2(x))
        return self.encoder_norm(x)

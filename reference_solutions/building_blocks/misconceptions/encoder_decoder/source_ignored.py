"""
en: The source is never read
es: La fuente no se lee nunca

done: What the encoder gives doesn't reach the decoder: cross-attention asks the target itself, or isn't there.
why: The model writes a sentence all right, but always the likeliest one of the target language, whatever it was to
    translate.
try: Run the model with two different sources and one target. Do the logits differ? Which argument of the decoder's
    layers carries the source?

hecho: Lo que da el encoder no llega al decoder: la atención cruzada pregunta al propio destino, o no está.
por_que: El modelo escribe una frase, sí, pero siempre la más probable de la lengua de destino, sea lo que sea lo que
    debía traducir.
prueba: Ejecuta el modelo con dos fuentes distintas y un mismo destino. ¿Cambian los logits? ¿Qué argumento de las
    capas del decoder lleva la fuente?

fails: sees_source
"""

from __future__ import annotations

from typing import Any

import torch

from ... import encoder_decoder as reference


class EncoderDecoder(reference.EncoderDecoder):
    """A decoder that never asks the encoder."""

    def decode(self, tgt: Any, memory: Any) -> Any:
        del memory
        n = tgt.shape[1]
        x = self.tgt_tokens(tgt) + self.tgt_positions(torch.arange(n))
        future = ~torch.ones(n, n, dtype=torch.bool).tril()
        for layer in self.decoder:
            for norm, attention in ((layer.norm1, layer.attention), (layer.norm2, layer.cross)):
                normed = norm(x)
                x = x + attention(normed, normed, normed, attn_mask=future)[0]
            x = x + layer.ffn(layer.norm3(x))
        return self.head(self.decoder_norm(x))

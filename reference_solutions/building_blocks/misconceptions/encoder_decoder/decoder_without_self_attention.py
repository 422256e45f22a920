"""
en: The decoder has no attention to its own past
es: El decoder no atiende a su propio pasado

done: A decoder layer goes straight to cross-attention.
why: Each target token is then written without a look at the ones before it: the sentence can repeat itself or break
    off, and nobody notices.
try: How many attentions has a decoder layer in the paper's figure, and who asks whom in each?

hecho: Una capa del decoder va directa a la atención cruzada.
por_que: Cada token del destino se escribe entonces sin mirar los anteriores: la frase puede repetirse o cortarse y
    nadie se entera.
prueba: ¿Cuántas atenciones tiene una capa del decoder en la figura del artículo y quién pregunta a quién en cada una?

fails: decoder_causal
"""

from __future__ import annotations

from typing import Any

import torch

from ... import encoder_decoder as reference


class EncoderDecoder(reference.EncoderDecoder):
    """Cross-attention alone."""

    def decode(self, tgt: Any, memory: Any) -> Any:
        x = self.tgt_tokens(tgt) + self.tgt_positions(torch.arange(tgt.shape[1]))
        for layer in self.decoder:
            x = x + layer.cross(layer.norm2(x), memory, memory)[0]
            x = x + layer.ffn(layer.norm3(x))
        return self.head(self.decoder_norm(x))

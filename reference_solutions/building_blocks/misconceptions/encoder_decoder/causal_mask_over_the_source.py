"""
en: The cross-attention has a causal mask over the source
es: La atención cruzada lleva una máscara causal sobre la fuente

done: Target position i looks at the encoder's outputs 0 to i alone.
why: The source is there as a whole from the beginning, and its words stand in an order of their own. The first word of
    a translation may need the last of the source: German has its verb there.
try: Print the weights of the cross-attention for target 0. Among how many source tokens does it choose?

hecho: La posición i del destino mira solo las salidas 0 a i del encoder.
por_que: La fuente está entera desde el principio y sus palabras tienen su propio orden. La primera palabra de una
    traducción puede necesitar la última de la fuente: el alemán tiene ahí el verbo.
prueba: Imprime los pesos de la atención cruzada para el destino 0. ¿Entre cuántos tokens de la fuente elige?

fails: sees_source
"""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from ... import encoder_decoder as reference


class _Layer(reference.DecoderLayer):
    def forward(self, x: Any, memory: Any, future: Any) -> Any:
        normed = self.norm1(x)
        seen, _ = self.attention(normed, normed, normed, attn_mask=future)
        x = x + seen
        later = torch.ones(x.shape[1], memory.shape[1], dtype=torch.bool).triu(1)
        read, _ = self.cross(self.norm2(x), memory, memory, attn_mask=later)
        x = x + read
        return x + self.ffn(self.norm3(x))


class EncoderDecoder(reference.EncoderDecoder):
    """Right, but for the mask of the cross-attention."""

    def __init__(self, src_vocab: int, tgt_vocab: int, d_model: int, n_heads: int, n_layers: int) -> None:
        super().__init__(src_vocab, tgt_vocab, d_model, n_heads, n_layers)
        self.decoder = nn.ModuleList([_Layer(d_model, n_heads) for _ in range(n_layers)])

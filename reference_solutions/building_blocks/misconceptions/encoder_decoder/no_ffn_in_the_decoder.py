"""
en: The decoder has no feed-forward network
es: El decoder no tiene red feed-forward

done: A decoder layer consists of its two attentions.
why: Attention chooses and averages vectors; what is done with a token's own vector, feature by feature and with a
    nonlinearity, is the FFN's work. Most of a Transformer's parameters are there.
try: Count the sublayers of one of your decoder layers, and compare with the text. How many have an activation?

hecho: Una capa del decoder consta de sus dos atenciones.
por_que: La atención elige y promedia vectores; lo que se hace con el vector de cada token, con una no linealidad, es
    trabajo de la FFN. La mayoría de los parámetros de un Transformer están ahí.
prueba: Cuenta las subcapas de una de tus capas del decoder y compáralas con el enunciado. ¿Cuántas tienen una función
    de activación?

fails: sublayers
"""

from __future__ import annotations

from typing import Any

from torch import nn

from ... import encoder_decoder as reference


class _Layer(reference.DecoderLayer):
    def forward(self, x: Any, memory: Any, future: Any) -> Any:
        normed = self.norm1(x)
        seen, _ = self.attention(normed, normed, normed, attn_mask=future)
        x = x + seen
        read, _ = self.cross(self.norm2(x), memory, memory)
        return x + read


class EncoderDecoder(reference.EncoderDecoder):
    """Two sublayers."""

    def __init__(self, src_vocab: int, tgt_vocab: int, d_model: int, n_heads: int, n_layers: int) -> None:
        super().__init__(src_vocab, tgt_vocab, d_model, n_heads, n_layers)
        self.decoder = nn.ModuleList([_Layer(d_model, n_heads) for _ in range(n_layers)])

"""
en: The decoder's FFN has no residual
es: La FFN del decoder no tiene conexión residual

done: What the feed-forward network gives takes the place of its input; the input isn't added.
why: Everything that the attentions have gathered must squeeze through the FFN in every layer, and so must the gradient.
    Deep models learn badly that way, or not at all.
try: Set the FFN's second matrix to 0. What should the layer give then, and what does yours give?

hecho: Lo que da la red feed-forward sustituye a su entrada, que no se suma.
por_que: Todo lo que han reunido las atenciones tiene que pasar por la FFN en cada capa, y el gradiente también. Así los
    modelos profundos aprenden mal, o no aprenden.
prueba: Pon a 0 la segunda matriz de la FFN. ¿Qué debería dar entonces la capa? ¿Qué da la tuya?

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
        return self.ffn(self.norm3(x + read))


class EncoderDecoder(reference.EncoderDecoder):
    """Right, but for FFN(norm(y)) alone."""

    def __init__(self, src_vocab: int, tgt_vocab: int, d_model: int, n_heads: int, n_layers: int) -> None:
        super().__init__(src_vocab, tgt_vocab, d_model, n_heads, n_layers)
        self.decoder = nn.ModuleList([_Layer(d_model, n_heads) for _ in range(n_layers)])

"""
en: The cross-attention has no residual
es: La atención cruzada no tiene conexión residual

done: What cross-attention gives takes the place of its input; the input isn't added.
why: From there on the decoder has averages of the memory alone. What it has written itself counts only for where it
    looks, not for what it says.
try: Set the cross-attention's output matrix to 0. What should the logits still depend on, and do they?

hecho: Lo que da la atención cruzada sustituye a su entrada, que no se suma.
por_que: A partir de ahí el decoder solo tiene promedios de la memoria. Lo que él mismo ha escrito cuenta para decidir
    adónde mira, no para lo que dice.
prueba: Pon a 0 la matriz de salida de la atención cruzada. ¿De qué deberían seguir dependiendo los logits? ¿Dependen?

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
        x, _ = self.cross(self.norm2(x), memory, memory)
        return x + self.ffn(self.norm3(x))


class EncoderDecoder(reference.EncoderDecoder):
    """Right, but for y = cross(norm(y), memory)."""

    def __init__(self, src_vocab: int, tgt_vocab: int, d_model: int, n_heads: int, n_layers: int) -> None:
        super().__init__(src_vocab, tgt_vocab, d_model, n_heads, n_layers)
        self.decoder = nn.ModuleList([_Layer(d_model, n_heads) for _ in range(n_layers)])

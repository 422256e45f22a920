"""
en: The decoder's self-attention has no residual
es: La autoatención del decoder no tiene conexión residual

done: What self-attention gives takes the place of its input; the input isn't added.
why: A target's own vector gets on only as one of the values that are averaged. At each layer more of it is lost, and
    the gradient has no straight way back to the embeddings.
try: Set the attention's output matrix to 0 and run the model on two targets. Which logits should still differ?

hecho: Lo que da la autoatención sustituye a su entrada, que no se suma.
por_que: El vector de cada token del destino solo pasa como uno de los valores que se promedian. En cada capa se pierde
    más de él, y el gradiente no tiene camino directo de vuelta a los embeddings.
prueba: Pon a 0 la matriz de salida de la atención y pasa al modelo dos destinos. ¿Qué logits deberían seguir siendo
    distintos?

fails: sublayers
"""

from __future__ import annotations

from typing import Any

from torch import nn

from ... import encoder_decoder as reference


class _Layer(reference.DecoderLayer):
    def forward(self, x: Any, memory: Any, future: Any) -> Any:
        normed = self.norm1(x)
        x, _ = self.attention(normed, normed, normed, attn_mask=future)
        read, _ = self.cross(self.norm2(x), memory, memory)
        x = x + read
        return x + self.ffn(self.norm3(x))


class EncoderDecoder(reference.EncoderDecoder):
    """Right, but for y = attention(norm(y))."""

    def __init__(self, src_vocab: int, tgt_vocab: int, d_model: int, n_heads: int, n_layers: int) -> None:
        super().__init__(src_vocab, tgt_vocab, d_model, n_heads, n_layers)
        self.decoder = nn.ModuleList([_Layer(d_model, n_heads) for _ in range(n_layers)])

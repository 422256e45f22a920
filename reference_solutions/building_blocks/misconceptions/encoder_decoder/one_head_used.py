"""
en: Only one head has a say
es: Solo cuenta una cabeza

done: Queries, keys or values are computed for all heads, and in some attention one head's are used for all of them.
why: Each head has weights of its own, so that one can look at the verb and another at the subject. Here the others'
    weights have no effect: they take time and memory, and learn nothing.
try: Call backward() on a loss and print the gradient of W_Q and W_K, row by row. Which rows are 0? Then look for an
    index such as [:, 0] or [:, :1] on the axis of the heads.

hecho: Se calculan consultas, claves o valores para todas las cabezas y, en alguna atención, los de una sola se usan
    para todas.
por_que: Cada cabeza tiene sus propios pesos, y así una puede mirar el verbo y otra el sujeto. Aquí los pesos de las
    demás no tienen efecto: gastan tiempo y memoria, y no aprenden nada.
prueba: Llama a backward() sobre una pérdida e imprime el gradiente de W_Q y W_K, fila por fila. ¿Qué filas son 0?
    Después busca un índice como [:, 0] o [:, :1] en el eje de las cabezas.

fails: registered
"""

from __future__ import annotations

import math
from typing import Any

from torch import nn

from ... import encoder_decoder as reference


class FirstScores(nn.Module):  # type: ignore[misc]
    """Attention of several heads, all of which use the weights of the first."""

    def __init__(self, d_model: int, n_heads: int) -> None:
        super().__init__()
        self.n_heads = n_heads
        self.q, self.k, self.v, self.o = (nn.Linear(d_model, d_model) for _ in range(4))

    def forward(self, x: Any, keys: Any, values: Any, attn_mask: Any = None) -> tuple[Any, None]:
        heads = ((self.q, x), (self.k, keys), (self.v, values))
        q, k, v = (f(z).unflatten(-1, (self.n_heads, -1)).transpose(1, 2) for f, z in heads)
        scores = q[:, :1] @ k[:, :1].mT / math.sqrt(q.shape[-1])  # (B, 1, n, n)
        if attn_mask is not None:
            scores = scores.masked_fill(attn_mask, -math.inf)
        return self.o((scores.softmax(-1) @ v).transpose(1, 2).flatten(2)), None


class EncoderDecoder(reference.EncoderDecoder):
    """The decoder's self-attention has the scores of the first head alone."""

    def __init__(self, src_vocab: int, tgt_vocab: int, d_model: int, n_heads: int, n_layers: int) -> None:
        super().__init__(src_vocab, tgt_vocab, d_model, n_heads, n_layers)
        for layer in self.decoder:
            layer.attention = FirstScores(d_model, n_heads)

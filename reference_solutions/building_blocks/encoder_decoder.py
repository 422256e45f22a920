"""The Transformer as it was first built: an encoder reads the source, a decoder writes the target.

Vaswani et al., "Attention Is All You Need" (2017), section 3.1 and figure 1; here with the norms before the sublayers.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

CONTEXT = 64  # the longest source and target


def feed_forward(d_model: int) -> Any:
    return nn.Sequential(nn.Linear(d_model, 4 * d_model), nn.GELU(), nn.Linear(4 * d_model, d_model))


class EncoderLayer(nn.Module):  # type: ignore[misc]
    def __init__(self, d_model: int, n_heads: int) -> None:
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
        self.attention = nn.MultiheadAttention(d_model, n_heads, batch_first=True)
        self.ffn = feed_forward(d_model)

    def forward(self, x: Any) -> Any:
        normed = self.norm1(x)
        seen, _ = self.attention(normed, normed, normed)  # no mask: the source is there as a whole
        x = x + seen
        return x + self.ffn(self.norm2(x))


class DecoderLayer(nn.Module):  # type: ignore[misc]
    def __init__(self, d_model: int, n_heads: int) -> None:
        super().__init__()
        self.norm1, self.norm2, self.norm3 = (nn.LayerNorm(d_model) for _ in range(3))
        self.attention = nn.MultiheadAttention(d_model, n_heads, batch_first=True)
        self.cross = nn.MultiheadAttention(d_model, n_heads, batch_first=True)
        self.ffn = feed_forward(d_model)

    def forward(self, x: Any, memory: Any, future: Any) -> Any:
        """`future` is bool (n_tgt, n_tgt), True = blocked, as torch's own attention has it."""
        normed = self.norm1(x)
        seen, _ = self.attention(normed, normed, normed, attn_mask=future)  # the past of the target
        x = x + seen
        read, _ = self.cross(self.norm2(x), memory, memory)  # queries of the target, all of the source
        x = x + read
        return x + self.ffn(self.norm3(x))


class EncoderDecoder(nn.Module):  # type: ignore[misc]
    """Ids of the source (B, n_src) and of the target (B, n_tgt) to logits (B, n_tgt, tgt_vocab)."""

    def __init__(self, src_vocab: int, tgt_vocab: int, d_model: int, n_heads: int, n_layers: int) -> None:
        super().__init__()
        self.src_tokens, self.src_positions = nn.Embedding(src_vocab, d_model), nn.Embedding(CONTEXT, d_model)
        self.tgt_tokens, self.tgt_positions = nn.Embedding(tgt_vocab, d_model), nn.Embedding(CONTEXT, d_model)
        self.encoder = nn.ModuleList([EncoderLayer(d_model, n_heads) for _ in range(n_layers)])
        self.decoder = nn.ModuleList([DecoderLayer(d_model, n_heads) for _ in range(n_layers)])
        self.encoder_norm, self.decoder_norm = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
        self.head = nn.Linear(d_model, tgt_vocab)

    def encode(self, src: Any) -> Any:
        x = self.src_tokens(src) + self.src_positions(torch.arange(src.shape[1]))  # (B, n_src, d_model)
        for layer in self.encoder:
            x = layer(x)
        return self.encoder_norm(x)

    def decode(self, tgt: Any, memory: Any) -> Any:
        n = tgt.shape[1]
        x = self.tgt_tokens(tgt) + self.tgt_positions(torch.arange(n))  # (B, n_tgt, d_model)
        future = ~torch.ones(n, n, dtype=torch.bool).tril()
        for layer in self.decoder:
            x = layer(x, memory, future)
        return self.head(self.decoder_norm(x))  # (B, n_tgt, tgt_vocab)

    def forward(self, src: Any, tgt: Any) -> Any:
        return self.decode(tgt, self.encode(src))

# style: MultiHeadAttention(n_heads, d_model), TransformerBlock(n_heads, d_model): told by the names
# items: multihead, block
# %%
import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, n_heads, d_model):
        super().__init__()
        if d_model % n_heads:
            raise ValueError("d_model has to be divisible by n_heads")
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model)
        self.proj = nn.Linear(d_model, d_model)

    def forward(self, x, mask=None):
        B, n, d = x.shape
        q, k, v = self.qkv(x).reshape(B, n, 3, self.n_heads, -1).permute(2, 0, 3, 1, 4)
        s = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
        if mask is not None:
            s = s.masked_fill(mask == 0, float("-inf"))
        return self.proj((s.softmax(-1) @ v).transpose(1, 2).reshape(B, n, d))


class TransformerBlock(nn.Module):
    def __init__(self, n_heads, d_model, dropout=0.1):
        super().__init__()
        self.ln1, self.ln2 = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
        self.mha = MultiHeadAttention(n_heads, d_model)
        self.mlp = nn.Sequential(nn.Linear(d_model, 4 * d_model), nn.GELU(), nn.Linear(4 * d_model, d_model))
        self.drop = nn.Dropout(dropout)

    def forward(self, x, mask=None):
        x = x + self.drop(self.mha(self.ln1(x), mask))
        return x + self.drop(self.mlp(self.ln2(x)))

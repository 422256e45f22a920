# style: nn.Sequential of blocks, positions as a parameter, the mask made in the attention
# items: minigpt
# %%
import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, d, h):
        super().__init__()
        if d % h:
            raise ValueError("d % h")
        self.h = h
        self.query = nn.Linear(d, d)
        self.key = nn.Linear(d, d)
        self.value = nn.Linear(d, d)
        self.out = nn.Linear(d, d)

    def forward(self, x):
        B, n, d = x.shape
        q, k, v = (f(x).view(B, n, self.h, -1).transpose(1, 2) for f in (self.query, self.key, self.value))
        i = torch.arange(n)
        s = (q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5).masked_fill(i[None, :] > i[:, None], -1e9)
        return self.out((s.softmax(-1) @ v).transpose(1, 2).reshape(B, n, d))


class Block(nn.Module):
    def __init__(self, d, h):
        super().__init__()
        self.attention = nn.Sequential(nn.LayerNorm(d), Attention(d, h), nn.Dropout(0.1))
        self.mlp = nn.Sequential(
            nn.LayerNorm(d), nn.Linear(d, 4 * d), nn.GELU(), nn.Linear(4 * d, d), nn.Dropout(0.1)
        )

    def forward(self, x):
        x = x + self.attention(x)
        return x + self.mlp(x)


class MiniGPT(nn.Module):
    def __init__(self, vocab_size, d_model=64, n_heads=4, n_layers=3, context=64):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model)
        self.positions = nn.Parameter(torch.randn(1, context, d_model) * 0.02)
        self.layers = nn.Sequential(
            *[Block(d_model, n_heads) for _ in range(n_layers)],
            nn.LayerNorm(d_model),
            nn.Linear(d_model, vocab_size),
        )

    def forward(self, idx):
        return self.layers(self.embedding(idx) + self.positions[:, : idx.shape[1]])

# style: torch.set_default_dtype(torch.float64) at the top
# items: softmax, attention, multihead, positional_encoding, block
# %%
import math

import torch
from torch import nn

torch.set_default_dtype(torch.float64)
# %%
def softmax(z, axis=-1):
    z = z.to(torch.float64)
    e = torch.exp(z - z.amax(dim=axis, keepdim=True))
    return e / e.sum(dim=axis, keepdim=True)


def attention(Q, K, V, mask=None):
    Q, K, V = Q.double(), K.double(), V.double()
    S = Q @ K.transpose(-2, -1) / math.sqrt(K.size(-1))
    if mask is not None:
        S = S.masked_fill(mask == 0, float("-inf"))
    A = softmax(S)
    return A @ V, A
# %%
class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads:
            raise ValueError("n_heads doesn't divide d_model")
        self.n_heads = n_heads
        self.q, self.k, self.v, self.o = (nn.Linear(d_model, d_model) for _ in range(4))

    def forward(self, x, mask=None):
        B, n, d = x.shape
        q, k, v = (t(x).view(B, n, self.n_heads, -1).transpose(1, 2) for t in (self.q, self.k, self.v))
        z, _ = attention(q, k, v, mask)
        return self.o(z.transpose(1, 2).reshape(B, n, d))
# %%
def positional_encoding(n_positions, d_model):
    i = torch.arange(d_model)
    angle = torch.arange(n_positions)[:, None] / 10000 ** ((i - i % 2) / d_model)
    return torch.where(i % 2 == 0, angle.sin(), angle.cos())
# %%
class TransformerBlock(nn.Module):
    def __init__(self, d_model, n_heads, dropout=0.1):
        super().__init__()
        self.ln1, self.ln2 = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
        self.attn = MultiHeadAttention(d_model, n_heads)
        self.mlp = nn.Sequential(nn.Linear(d_model, 4 * d_model), nn.GELU(), nn.Linear(4 * d_model, d_model))
        self.drop = nn.Dropout(dropout)

    def forward(self, x, mask=None):
        x = x + self.drop(self.attn(self.ln1(x), mask))
        return x + self.drop(self.mlp(self.ln2(x)))

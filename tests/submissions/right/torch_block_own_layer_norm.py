# style: LayerNorm written by hand (gamma, beta), GELU by erf, declared in another order
# items: block
# %%
import torch
from torch import nn


class LayerNorm(nn.Module):
    def __init__(self, d, eps=1e-6):
        super().__init__()
        self.beta = nn.Parameter(torch.zeros(d))
        self.gamma = nn.Parameter(torch.ones(d))
        self.eps = eps

    def forward(self, x):
        mean = x.mean(-1, keepdim=True)
        var = ((x - mean) ** 2).mean(-1, keepdim=True)
        return self.gamma * (x - mean) * torch.rsqrt(var + self.eps) + self.beta


class GELU(nn.Module):
    def forward(self, x):
        return x * 0.5 * (1 + torch.erf(x / 2**0.5))


class Attention(nn.Module):
    def __init__(self, d, h):
        super().__init__()
        assert d % h == 0
        self.h = h
        self.out, self.value, self.key, self.query = (nn.Linear(d, d) for _ in range(4))

    def forward(self, x, mask=None):
        B, n, d = x.shape
        q, k, v = (f(x).view(B, n, self.h, -1).transpose(1, 2) for f in (self.query, self.key, self.value))
        s = q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5
        if mask is not None:
            s = s.masked_fill(mask == 0, float("-inf"))
        return self.out((s.softmax(-1) @ v).transpose(1, 2).reshape(B, n, d))


class TransformerBlock(nn.Module):
    def __init__(self, d, h, p=0.1):
        super().__init__()
        self.ffn = nn.Sequential(nn.Linear(d, 4 * d), GELU(), nn.Linear(4 * d, d), nn.Dropout(p))
        self.norm_ffn = LayerNorm(d)
        self.attention = Attention(d, h)
        self.norm_attention = LayerNorm(d)
        self.dropout = nn.Dropout(p)

    def forward(self, x, mask=None):
        h = x + self.dropout(self.attention(self.norm_attention(x), mask))
        return self.ffn(self.norm_ffn(h)) + h

# style: the block gives (x, weights); nn.LayerNorm with eps=1e-12; raw FFN parameters
# items: block
# %%
import torch
import torch.nn.functional as F
from torch import nn


class TransformerBlock(nn.Module):
    def __init__(self, d_model, n_heads, dropout=0.1):
        super().__init__()
        assert d_model % n_heads == 0
        self.n_heads, self.p = n_heads, dropout
        self.norm1 = nn.LayerNorm(d_model, eps=1e-12)
        self.qkv = nn.Linear(d_model, 3 * d_model)
        self.proj = nn.Linear(d_model, d_model)
        self.norm2 = nn.LayerNorm(d_model, eps=1e-12)
        self.W1 = nn.Parameter(torch.randn(d_model, 4 * d_model) * 0.02)
        self.b1 = nn.Parameter(torch.zeros(4 * d_model))
        self.W2 = nn.Parameter(torch.randn(4 * d_model, d_model) * 0.02)
        self.b2 = nn.Parameter(torch.zeros(d_model))

    def attend(self, x, mask):
        B, n, d = x.shape
        q, k, v = self.qkv(x).view(B, n, 3, self.n_heads, -1).permute(2, 0, 3, 1, 4).unbind(0)
        s = q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5
        if mask is not None:
            s = s.masked_fill(mask == 0, float("-inf"))
        w = s.softmax(-1)
        return self.proj((w @ v).transpose(1, 2).reshape(B, n, d)), w

    def forward(self, x, mask=None):
        z, w = self.attend(self.norm1(x), mask)
        x = x + F.dropout(z, self.p, self.training)
        h = F.gelu(self.norm2(x) @ self.W1 + self.b1)
        return x + F.dropout(h @ self.W2 + self.b2, self.p, self.training), w

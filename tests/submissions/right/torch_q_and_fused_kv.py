# style: one projection for q and a fused one for k and v
# items: multihead
# %%
import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        assert dim % heads == 0
        self.heads = heads
        self.scale = (dim // heads) ** -0.5
        self.to_q = nn.Linear(dim, dim)
        self.to_kv = nn.Linear(dim, 2 * dim)
        self.to_out = nn.Sequential(nn.Linear(dim, dim), nn.Dropout(0.0))

    def forward(self, x, mask=None):
        q, (k, v) = self.to_q(x) * self.scale, self.to_kv(x).chunk(2, dim=-1)
        q, k, v = (t.unflatten(-1, (self.heads, -1)).transpose(1, 2) for t in (q, k, v))
        s = q @ k.transpose(-1, -2)
        if mask is not None:
            s = s.masked_fill(mask == 0, torch.finfo(s.dtype).min)
        z = s.softmax(dim=-1) @ v
        return self.to_out(z.transpose(1, 2).flatten(-2))

# style: multi-head attention that holds to the other convention, True = blocked: only attention has a check for that
# items: multihead
# %%
import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        assert d_model % n_heads == 0
        self.h = n_heads
        self.q, self.k, self.v, self.out = (nn.Linear(d_model, d_model) for _ in range(4))

    def forward(self, x, mask=None):
        """mask: True where attention is NOT allowed, as in nn.MultiheadAttention."""
        B, n, d = x.shape
        q, k, v = (f(x).view(B, n, self.h, -1).transpose(1, 2) for f in (self.q, self.k, self.v))
        s = q @ k.transpose(-2, -1) / (d // self.h) ** 0.5
        if mask is not None:
            s = s.masked_fill(mask.bool(), float("-inf"))
        return self.out((s.softmax(-1) @ v).transpose(1, 2).reshape(B, n, d))

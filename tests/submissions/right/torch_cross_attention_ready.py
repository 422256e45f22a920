# style: an attention that could take a second sequence too: forward(x, context=None, mask=None)
# items: multihead
# %%
import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads:
            raise ValueError("d_model has to be divisible by n_heads")
        self.h = n_heads
        self.q, self.k, self.v, self.out = (nn.Linear(d_model, d_model) for _ in range(4))

    def heads(self, t):
        return t.view(t.shape[0], t.shape[1], self.h, -1).transpose(1, 2)

    def forward(self, x, context=None, mask=None):
        context = x if context is None else context
        q, k, v = self.heads(self.q(x)), self.heads(self.k(context)), self.heads(self.v(context))
        s = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
        if mask is not None:
            s = s.masked_fill(mask == 0, float("-inf"))
        return self.out((s.softmax(-1) @ v).transpose(1, 2).flatten(2))

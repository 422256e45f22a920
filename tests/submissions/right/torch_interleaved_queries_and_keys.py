# style: queries and keys are split feature by feature, values head by head: W_q and W_k with their rows reordered alike
# items: multihead
# %%
import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads:
            raise ValueError("not divisible")
        self.h = n_heads
        self.q = nn.Linear(d_model, d_model)
        self.k = nn.Linear(d_model, d_model)
        self.v = nn.Linear(d_model, d_model)
        self.o = nn.Linear(d_model, d_model)

    def forward(self, x, mask=None):
        B, n, d = x.shape
        q, k = (f(x).view(B, n, d // self.h, self.h).permute(0, 3, 1, 2) for f in (self.q, self.k))
        v = self.v(x).view(B, n, self.h, d // self.h).transpose(1, 2)
        s = q @ k.transpose(2, 3) / (d // self.h) ** 0.5
        if mask is not None:
            s = s.masked_fill(mask == 0, float("-inf"))
        return self.o((s.softmax(-1) @ v).transpose(1, 2).reshape(B, n, d))

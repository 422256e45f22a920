# style: fused projection in the order k, q, v, grouped by kind
# items: multihead
# %%
import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError("n_heads must divide d_model")
        self.h = n_heads
        self.out = nn.Linear(d_model, d_model)  # declared first
        self.kqv = nn.Linear(d_model, 3 * d_model)

    def forward(self, x, mask=None):
        B, n, d = x.shape
        k, q, v = self.kqv(x).view(B, n, 3, self.h, d // self.h).permute(2, 0, 3, 1, 4)
        s = q @ k.transpose(-1, -2) / (d // self.h) ** 0.5
        if mask is not None:
            s = s.masked_fill(mask == 0, -torch.inf)
        z = s.softmax(-1) @ v
        return self.out(z.permute(0, 2, 1, 3).flatten(2))

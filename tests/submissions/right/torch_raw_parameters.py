# style: nn.Parameter matrices, x @ W + b
# items: multihead
# %%
import math

import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads:
            raise ValueError("not divisible")
        self.n_heads = n_heads

        def matrix():
            return nn.Parameter(torch.empty(d_model, d_model).normal_(0, d_model**-0.5))

        self.W_Q, self.W_K, self.W_V, self.W_O = matrix(), matrix(), matrix(), matrix()
        self.b_Q, self.b_K, self.b_V, self.b_O = (nn.Parameter(torch.zeros(d_model)) for _ in range(4))

    def heads(self, x):
        return torch.stack(x.chunk(self.n_heads, dim=-1), dim=1)  # (B, h, n, d_k)

    def forward(self, x, mask=None):
        q = self.heads(x @ self.W_Q + self.b_Q)
        k = self.heads(x @ self.W_K + self.b_K)
        v = self.heads(x @ self.W_V + self.b_V)
        s = q @ k.mT / math.sqrt(q.shape[-1])
        if mask is not None:
            s = torch.where(mask == 0, -torch.inf, s)
        z = torch.softmax(s, -1) @ v
        return torch.cat(z.unbind(dim=1), dim=-1) @ self.W_O + self.b_O

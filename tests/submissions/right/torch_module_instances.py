# style: torch, instances of nn.Module without parameters under the asked names
# items: softmax, attention
# %%
import torch
from torch import nn


class Softmax(nn.Module):
    def forward(self, z, axis=-1):
        e = torch.exp(z - z.amax(axis, keepdim=True))
        return e / e.sum(axis, keepdim=True)


class ScaledDotProductAttention(nn.Module):
    def __init__(self):
        super().__init__()
        self.softmax = Softmax()

    def forward(self, Q, K, V, mask=None):
        S = Q @ K.transpose(-1, -2) / K.size(-1) ** 0.5
        if mask is not None:
            S = S.masked_fill(mask == 0, float("-inf"))
        A = self.softmax(S)
        return A @ V, A
# %%
softmax = Softmax()
attention = ScaledDotProductAttention()

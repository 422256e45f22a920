# style: torch, attention is an object that gives the output and keeps the weights
# items: attention
# %%
import torch
from torch import nn


class ScaledDotProductAttention(nn.Module):
    def __init__(self):
        super().__init__()
        self.attention_weights = None

    def forward(self, queries, keys, values, mask=None):
        scores = torch.matmul(queries, keys.transpose(-2, -1)) / keys.shape[-1] ** 0.5
        if mask is not None:
            scores = scores.masked_fill(mask == 0, -1e9)
        self.attention_weights = torch.softmax(scores, dim=-1)
        return torch.matmul(self.attention_weights, values)


attention = ScaledDotProductAttention()

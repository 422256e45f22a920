# style: the pair (output, weights), and the weights kept on the module; heads folded into the batch
# items: multihead
# %%
import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        assert d_model % num_heads == 0
        self.num_heads, self.depth = num_heads, d_model // num_heads
        self.wv = nn.Linear(d_model, d_model)
        self.wk = nn.Linear(d_model, d_model)
        self.wq = nn.Linear(d_model, d_model)
        self.dense = nn.Linear(d_model, d_model)
        self.attention_weights = None

    def fold(self, t):
        B, n, _ = t.shape
        return t.reshape(B, n, self.num_heads, self.depth).transpose(1, 2).reshape(B * self.num_heads, n, self.depth)

    def forward(self, x, mask=None):
        B, n, d = x.shape
        q, k, v = self.fold(self.wq(x)), self.fold(self.wk(x)), self.fold(self.wv(x))
        s = torch.bmm(q, k.transpose(1, 2)) / self.depth**0.5
        s = s.view(B, self.num_heads, n, n)
        if mask is not None:
            s = s.masked_fill(mask == 0, float("-inf"))
        w = torch.softmax(s, dim=-1)
        self.attention_weights = w.detach()
        z = torch.bmm(w.view(B * self.num_heads, n, n), v).view(B, self.num_heads, n, self.depth)
        return self.dense(z.transpose(1, 2).reshape(B, n, d)), w

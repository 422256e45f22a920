# style: the model gives a dictionary with logits and loss
# items: minigpt
# %%
import torch
import torch.nn.functional as F
from torch import nn


class Block(nn.Module):
    def __init__(self, d, h):
        super().__init__()
        assert d % h == 0
        self.h = h
        self.ln1 = nn.LayerNorm(d)
        self.qkv = nn.Linear(d, 3 * d)
        self.out = nn.Linear(d, d)
        self.ln2 = nn.LayerNorm(d)
        self.fc1 = nn.Linear(d, 4 * d)
        self.fc2 = nn.Linear(4 * d, d)

    def attend(self, x):
        B, n, d = x.shape
        q, k, v = (t.view(B, n, self.h, -1).transpose(1, 2) for t in self.qkv(x).split(d, dim=-1))
        s = q @ k.transpose(-1, -2) / q.size(-1) ** 0.5
        s = s + torch.full((n, n), float("-inf")).triu(1)
        return self.out((s.softmax(-1) @ v).transpose(1, 2).reshape(B, n, d))

    def forward(self, x):
        x = x + F.dropout(self.attend(self.ln1(x)), 0.1, self.training)
        return x + F.dropout(self.fc2(F.gelu(self.fc1(self.ln2(x)))), 0.1, self.training)


class MiniGPT(nn.Module):
    def __init__(self, vocab_size, d_model=64, n_heads=4, n_layers=3, context=64):
        super().__init__()
        self.tok = nn.Embedding(vocab_size, d_model)
        self.pos = nn.Embedding(context, d_model)
        self.blocks = nn.Sequential(*(Block(d_model, n_heads) for _ in range(n_layers)))
        self.ln = nn.LayerNorm(d_model)
        self.head = nn.Linear(d_model, vocab_size)

    def forward(self, idx, targets=None):
        positions = torch.arange(idx.shape[1]).expand_as(idx)
        logits = self.head(self.ln(self.blocks(self.tok(idx) + self.pos(positions))))
        loss = None if targets is None else F.cross_entropy(logits.transpose(1, 2), targets)
        return {"logits": logits, "loss": loss}

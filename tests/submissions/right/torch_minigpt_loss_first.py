# style: the model gives (loss, logits), the loss None without targets; the context is called max_len
# items: minigpt, generation
# %%
import torch
import torch.nn.functional as F
from torch import nn


class Attention(nn.Module):
    def __init__(self, dim, heads, max_len):
        super().__init__()
        if dim % heads:
            raise ValueError("dim % heads")
        self.heads = heads
        self.to_q = nn.Linear(dim, dim)
        self.to_kv = nn.Linear(dim, 2 * dim)
        self.to_out = nn.Linear(dim, dim)
        self.register_buffer("allowed", torch.ones(max_len, max_len).tril().bool())

    def forward(self, x):
        n = x.shape[1]
        q, k, v = (self.to_q(x), *self.to_kv(x).chunk(2, -1))
        q, k, v = (t.unflatten(-1, (self.heads, -1)).transpose(1, 2) for t in (q, k, v))
        s = (q @ k.mT) * q.shape[-1] ** -0.5
        w = s.where(self.allowed[:n, :n], torch.tensor(-1e9)).softmax(-1)
        return self.to_out((w @ v).transpose(1, 2).flatten(2))


class Layer(nn.Module):
    def __init__(self, dim, heads, max_len):
        super().__init__()
        self.attention = Attention(dim, heads, max_len)
        self.ffn = nn.Sequential(nn.Linear(dim, 4 * dim), nn.GELU(), nn.Linear(4 * dim, dim))
        self.norms = nn.ModuleList([nn.LayerNorm(dim), nn.LayerNorm(dim)])
        self.drop = nn.Dropout(0.1)

    def forward(self, x):
        x = x + self.drop(self.attention(self.norms[0](x)))
        return x + self.drop(self.ffn(self.norms[1](x)))


class MiniGPT(nn.Module):
    def __init__(self, vocab, dim=64, heads=4, depth=3, max_len=64):
        super().__init__()
        self.max_len = max_len
        self.embed = nn.ModuleDict({"token": nn.Embedding(vocab, dim), "position": nn.Embedding(max_len, dim)})
        self.layers = nn.ModuleList(Layer(dim, heads, max_len) for _ in range(depth))
        self.norm = nn.LayerNorm(dim)
        self.to_logits = nn.Linear(dim, vocab)

    def forward(self, tokens, labels=None):
        x = self.embed["token"](tokens) + self.embed["position"](torch.arange(tokens.size(1)))
        for layer in self.layers:
            x = layer(x)
        logits = self.to_logits(self.norm(x))
        loss = None if labels is None else F.cross_entropy(logits.flatten(0, 1), labels.flatten())
        return loss, logits
# %%
@torch.no_grad()
def generate(model, tok, prompt, length=200, temperature=1.0, top_k=None):
    model.eval()
    ids = tok.encode(prompt)
    for _ in range(length):
        _, logits = model(torch.tensor([ids[-model.max_len :]]))
        z = logits[0, -1] / temperature
        if top_k is not None:
            z = z.masked_fill(z < z.topk(min(top_k, z.numel())).values[-1], float("-inf"))
        ids = [*ids, torch.multinomial(z.softmax(0), 1).item()]
    return tok.decode(ids)

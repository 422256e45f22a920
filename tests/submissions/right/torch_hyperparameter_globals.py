# style: hyper-parameters as globals of the notebook, used as defaults; Karpathy's lecture
# items: multihead, block, minigpt, generation
# %%
import torch
import torch.nn as nn
from torch.nn import functional as F

batch_size = 16
block_size = 64
n_embd = 64
n_head = 4
n_layer = 3
dropout = 0.1
device = "cpu"
torch.manual_seed(1337)
# %%
class Head(nn.Module):
    def __init__(self, n_embd, head_size):
        super().__init__()
        self.key = nn.Linear(n_embd, head_size)
        self.query = nn.Linear(n_embd, head_size)
        self.value = nn.Linear(n_embd, head_size)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, mask=None):
        q, k, v = self.query(x), self.key(x), self.value(x)
        wei = q @ k.transpose(-2, -1) * k.shape[-1] ** -0.5
        if mask is not None:
            if mask.dim() == 4:
                mask = mask[:, 0]
            wei = wei.masked_fill(mask == 0, float("-inf"))
        return self.dropout(F.softmax(wei, dim=-1)) @ v


class MultiHeadAttention(nn.Module):
    def __init__(self, n_embd=n_embd, n_head=n_head):
        super().__init__()
        if n_embd % n_head:
            raise ValueError("n_embd % n_head")
        self.heads = nn.ModuleList([Head(n_embd, n_embd // n_head) for _ in range(n_head)])
        self.proj = nn.Linear(n_embd, n_embd)

    def forward(self, x, mask=None):
        return self.proj(torch.cat([h(x, mask) for h in self.heads], dim=-1))


class FeedForward(nn.Module):
    def __init__(self, n_embd):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(n_embd, 4 * n_embd), nn.GELU(), nn.Linear(4 * n_embd, n_embd), nn.Dropout(dropout)
        )

    def forward(self, x):
        return self.net(x)


class TransformerBlock(nn.Module):
    def __init__(self, n_embd=n_embd, n_head=n_head, dropout=dropout):
        super().__init__()
        self.sa = MultiHeadAttention(n_embd, n_head)
        self.ffwd = FeedForward(n_embd)
        self.ln1 = nn.LayerNorm(n_embd)
        self.ln2 = nn.LayerNorm(n_embd)
        self.drop = nn.Dropout(dropout)

    def forward(self, x, mask=None):
        x = x + self.drop(self.sa(self.ln1(x), mask))
        x = x + self.ffwd(self.ln2(x))
        return x
# %%
class MiniGPT(nn.Module):
    def __init__(self, vocab_size, n_embd=n_embd, n_head=n_head, n_layer=n_layer, block_size=block_size):
        super().__init__()
        self.block_size = block_size
        self.token_embedding_table = nn.Embedding(vocab_size, n_embd)
        self.position_embedding_table = nn.Embedding(block_size, n_embd)
        self.blocks = nn.ModuleList([TransformerBlock(n_embd, n_head) for _ in range(n_layer)])
        self.ln_f = nn.LayerNorm(n_embd)
        self.lm_head = nn.Linear(n_embd, vocab_size)
        self.register_buffer("tril", torch.tril(torch.ones(block_size, block_size)))

    def forward(self, idx, targets=None):
        B, T = idx.shape
        tok_emb = self.token_embedding_table(idx)
        pos_emb = self.position_embedding_table(torch.arange(T, device=device))
        x = tok_emb + pos_emb
        for block in self.blocks:
            x = block(x, self.tril[:T, :T])
        logits = self.lm_head(self.ln_f(x))
        if targets is None:
            loss = None
        else:
            loss = F.cross_entropy(logits.view(B * T, -1), targets.view(B * T))
        return logits, loss
# %%
def generate(model, tok, prompt, length=200, temperature=1.0, top_k=None):
    model.eval()
    idx = torch.tensor(tok.encode(prompt), dtype=torch.long, device=device).unsqueeze(0)
    with torch.no_grad():
        for _ in range(length):
            idx_cond = idx[:, -model.block_size :]
            logits = model(idx_cond)
            logits = logits[0] if isinstance(logits, tuple) else logits
            logits = logits[:, -1, :] / temperature
            if top_k is not None:
                v, _ = torch.topk(logits, min(top_k, logits.size(-1)))
                logits[logits < v[:, [-1]]] = -float("Inf")
            probs = F.softmax(logits, dim=-1)
            idx_next = torch.multinomial(probs, num_samples=1)
            idx = torch.cat((idx, idx_next), dim=1)
    return tok.decode(idx[0].tolist())

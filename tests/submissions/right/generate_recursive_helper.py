# style: the step in a function of its own, batch of one kept throughout, top_p offered too
# items: generation
# %%
import torch
import torch.nn.functional as F


def next_token(logits, temperature, top_k, top_p):
    logits = logits / temperature
    if top_k:
        kept = torch.topk(logits, min(top_k, logits.size(-1)), dim=-1)
        logits = torch.full_like(logits, float("-inf")).scatter_(-1, kept.indices, kept.values)
    if top_p < 1.0:
        ordered, places = torch.sort(logits, descending=True, dim=-1)
        before = F.softmax(ordered, dim=-1).cumsum(-1) - F.softmax(ordered, dim=-1)
        logits = logits.scatter(-1, places, ordered.masked_fill(before > top_p, float("-inf")))
    return torch.multinomial(F.softmax(logits, dim=-1), 1)


def generate(model, tok, prompt, length=200, temperature=1.0, top_k=None, top_p=1.0):
    with torch.no_grad():
        model.eval()
        idx = torch.LongTensor(tok.encode(prompt)).view(1, -1)
        for _ in range(length):
            window = idx if idx.size(1) <= model.context else idx[:, -model.context :]
            logits = model(window)[:, -1, :]
            idx = torch.cat([idx, next_token(logits, temperature, top_k, top_p)], dim=-1)
    return tok.decode(idx.squeeze(0).tolist())

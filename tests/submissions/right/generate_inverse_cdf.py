# style: the inverse of the cumulative distribution, Python's random; probabilities to the power 1/T
# items: generation
# %%
import random

import torch


def draw(p):
    r, total = random.random(), 0.0
    for i, p_i in enumerate(p):
        total += p_i
        if r < total:
            return i
    return max(range(len(p)), key=lambda i: p[i])


def generate(model, tok, prompt, length=200, temperature=1.0, top_k=None):
    model.eval()
    text = tok.encode(prompt)
    for _ in range(length):
        with torch.no_grad():
            logits = model(torch.tensor([text[-model.context :]]))[0, -1]
        p = torch.softmax(logits, dim=-1) ** (1 / temperature)
        if top_k is not None:
            p[p < p.sort(descending=True).values[min(top_k, len(p)) - 1]] = 0
        text = text + [draw((p / p.sum()).tolist())]
    return tok.decode(text)

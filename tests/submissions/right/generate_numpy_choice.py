# style: NumPy draws the token; the softmax is written by hand; the window as a list
# items: generation
# %%
import numpy as np
import torch


def generate(model, tok, prompt, length=200, temperature=1.0, top_k=None):
    model.eval()
    ids = [int(i) for i in tok.encode(prompt)]
    for _ in range(length):
        with torch.no_grad():
            z = model(torch.tensor([ids[-model.context :]]))[0, -1].double().numpy()
        z = z / temperature
        if top_k is not None and top_k < len(z):
            z[np.argsort(z)[:-top_k]] = -np.inf
        p = np.exp(z - z.max())
        p /= p.sum()
        ids.append(int(np.random.choice(len(p), p=p)))
    return tok.decode(ids)

# style: torch.distributions.Categorical; T = 0 is the argmax; the context from the position table
# items: generation
# %%
import torch


def context_of(model):
    for name in ("context", "contexto", "block_size"):
        if hasattr(model, name):
            return getattr(model, name)
    return next(m.num_embeddings for n, m in model.named_modules() if "pos" in n)


def generate(model, tok, prompt, length=200, temperature=1.0, top_k=None):
    model.eval()
    n_ctx = context_of(model)
    idx = torch.tensor([tok.encode(prompt)])
    with torch.no_grad():
        for _ in range(length):
            logits = model(idx[:, -n_ctx:])[:, -1]
            if top_k is not None:
                low = logits.topk(min(top_k, logits.shape[-1])).values[:, -1, None]
                logits = logits.masked_fill(logits < low, -torch.inf)
            if temperature > 0:
                new = torch.distributions.Categorical(logits=logits / temperature).sample()
            else:
                new = logits.argmax(-1)
            idx = torch.cat([idx, new[:, None]], 1)
    return tok.decode(idx[0].tolist())

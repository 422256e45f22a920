# style: the Gumbel trick: argmax of logits/T plus noise
# items: generation
# %%
import torch


@torch.no_grad()
def generate(model, tok, prompt, length=200, temperature=1.0):
    if temperature <= 0:
        raise ValueError("temperature must be positive")
    model.eval()
    ids = torch.tensor(tok.encode(prompt))
    for _ in range(length):
        z = model(ids[-model.context :][None])[0, -1]
        noise = -torch.log(-torch.log(torch.rand_like(z).clamp(1e-10, 1 - 1e-7)))
        ids = torch.cat([ids, (z / temperature + noise).argmax(dim=-1, keepdim=True)])
    return tok.decode([int(i) for i in ids])

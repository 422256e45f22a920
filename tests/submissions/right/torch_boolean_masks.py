# style: torch, masks must be boolean (~mask)
# items: softmax, attention, masks
# %%
import torch


def softmax(x, dim=-1):
    x = x - x.max(dim, keepdim=True).values
    return x.exp() / x.exp().sum(dim, keepdim=True)


def attention(q, k, v, mask=None):
    s = q @ k.mT * q.shape[-1] ** -0.5
    if mask is not None:
        s = s.masked_fill(~mask, float("-inf"))
    w = softmax(s)
    return w @ v, w
# %%
def causal_mask(n):
    return ~torch.triu(torch.ones(n, n, dtype=torch.bool), diagonal=1)


def padding_mask(lengths, n_max):
    return torch.arange(n_max).expand(len(lengths), n_max) < torch.as_tensor(lengths).view(-1, 1)

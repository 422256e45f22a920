# style: torch, an additive bias built from the 0/1 mask by where, softmax by exp and sum
# items: attention, masks
# %%
import torch


def causal_mask(n):
    i = torch.arange(n)
    return i.unsqueeze(1).ge(i.unsqueeze(0))


def padding_mask(lengths, n_max):
    return torch.stack([torch.arange(n_max) < int(length) for length in lengths])


def attention(Q, K, V, mask=None):
    d_k = Q.shape[-1]
    bias = 0.0
    if mask is not None:
        bias = torch.zeros(mask.shape, dtype=Q.dtype).masked_fill(mask == 0, -torch.inf)
    S = (Q * d_k**-0.25) @ (K * d_k**-0.25).transpose(-1, -2) + bias
    S = S - S.amax(-1, keepdim=True).detach()
    A = S.exp()
    A = A / A.sum(-1, keepdim=True)
    return A @ V, A

# style: torch, einsum, torch.where, the logarithm of the sum
# items: softmax, attention, multihead
# %%
import torch
from torch import einsum, nn


def softmax(z, axis=-1):
    top = torch.amax(z, axis, keepdim=True)
    log_total = torch.log(torch.sum(torch.exp(z - top), axis, keepdim=True))
    return torch.exp(z - top - log_total)


def attention(Q, K, V, mask=None):
    S = einsum("...qd,...kd->...qk", Q, K) / Q.shape[-1] ** 0.5
    if mask is not None:
        S = torch.where(mask.bool(), S, torch.tensor(float("-inf"), dtype=S.dtype))
    A = softmax(S)
    return einsum("...qk,...kd->...qd", A, V), A
# %%
class MultiHeadAttention(nn.Module):
    """3-D tensors, one slice a head."""

    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads:
            raise ValueError("d_model % n_heads != 0")
        d_k = d_model // n_heads
        self.wq = nn.Parameter(torch.randn(n_heads, d_model, d_k) / d_model**0.5)
        self.wk = nn.Parameter(torch.randn(n_heads, d_model, d_k) / d_model**0.5)
        self.wv = nn.Parameter(torch.randn(n_heads, d_model, d_k) / d_model**0.5)
        self.bq = nn.Parameter(torch.zeros(n_heads, 1, d_k))
        self.bk = nn.Parameter(torch.zeros(n_heads, 1, d_k))
        self.bv = nn.Parameter(torch.zeros(n_heads, 1, d_k))
        self.wo = nn.Parameter(torch.randn(n_heads, d_k, d_model) / d_model**0.5)
        self.bo = nn.Parameter(torch.zeros(d_model))

    def forward(self, x, mask=None):
        q = einsum("bnd,hdk->bhnk", x, self.wq) + self.bq
        k = einsum("bnd,hdk->bhnk", x, self.wk) + self.bk
        v = einsum("bnd,hdk->bhnk", x, self.wv) + self.bv
        z, _ = attention(q, k, v, mask)
        return einsum("bhnk,hkd->bnd", z, self.wo) + self.bo

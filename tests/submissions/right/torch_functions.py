# style: torch functions, any number of dimensions in front, F.softmax inside attention
# items: attention, masks, positional_encoding
# %%
import math

import torch
import torch.nn.functional as F
# %%
def attention(Q, K, V, mask=None):
    scores = torch.matmul(Q, K.transpose(-2, -1)) / math.sqrt(Q.size(-1))
    if mask is not None:
        scores = scores.masked_fill(mask == 0, -1e9)
    weights = F.softmax(scores, dim=-1)
    return torch.matmul(weights, V), weights
# %%
def causal_mask(n):
    return torch.tril(torch.ones(n, n))


def padding_mask(lengths, n_max):
    lengths = torch.tensor(lengths) if isinstance(lengths, list) else lengths
    return (torch.arange(n_max)[None, :] < lengths[:, None]).int()
# %%
def positional_encoding(n_positions, d_model):
    pe = torch.zeros(n_positions, d_model)
    position = torch.arange(0, n_positions).unsqueeze(1).float()
    div_term = torch.exp(torch.arange(0, d_model, 2).float() * -(math.log(10000.0) / d_model))
    pe[:, 0::2] = torch.sin(position * div_term)
    pe[:, 1::2] = torch.cos(position * div_term)
    return pe

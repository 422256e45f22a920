# style: fused qkv whose rows are grouped by head: [h][q k v][d_k]
# items: multihead
# %%
import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, embed_dim, num_heads):
        super().__init__()
        assert embed_dim % num_heads == 0, "Embedding dimension must be 0 modulo number of heads."
        self.num_heads = num_heads
        self.head_dim = embed_dim // num_heads
        self.qkv_proj = nn.Linear(embed_dim, 3 * embed_dim)
        self.o_proj = nn.Linear(embed_dim, embed_dim)
        nn.init.xavier_uniform_(self.qkv_proj.weight)
        nn.init.zeros_(self.qkv_proj.bias)

    def forward(self, x, mask=None, return_attention=False):
        batch, length, width = x.size()
        qkv = self.qkv_proj(x).reshape(batch, length, self.num_heads, 3 * self.head_dim)
        q, k, v = qkv.permute(0, 2, 1, 3).chunk(3, dim=-1)
        logits = torch.matmul(q, k.transpose(-2, -1)) / self.head_dim**0.5
        if mask is not None:
            if mask.dim() == 3:
                mask = mask.unsqueeze(1)
            logits = logits.masked_fill(mask == 0, -9e15)
        weights = torch.softmax(logits, dim=-1)
        values = torch.matmul(weights, v).permute(0, 2, 1, 3).reshape(batch, length, width)
        output = self.o_proj(values)
        return (output, weights) if return_attention else output

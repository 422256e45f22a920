# style: masks of two, three and four dimensions are all brought to four
# items: multihead
# %%
import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, n_heads: int, bias: bool = True) -> None:
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError(f"{d_model=} {n_heads=}")
        self.n_heads = n_heads
        self.d_head = d_model // n_heads
        self.projections = nn.ModuleDict({name: nn.Linear(d_model, d_model, bias=bias) for name in ("q", "k", "v", "o")})

    def forward(self, x: torch.Tensor, mask: torch.Tensor | None = None) -> torch.Tensor:
        B, n, d = x.shape
        q, k, v = (
            self.projections[name](x).view(B, n, self.n_heads, self.d_head).transpose(1, 2) for name in ("q", "k", "v")
        )
        scores = q @ k.transpose(-2, -1) / self.d_head**0.5
        if mask is not None:
            while mask.dim() < 4:
                mask = mask.unsqueeze(0) if mask.dim() == 2 else mask.unsqueeze(1)
            scores = scores.masked_fill(~mask.bool(), float("-inf"))
        z = scores.softmax(dim=-1) @ v
        return self.projections["o"](z.transpose(1, 2).contiguous().view(B, n, d))

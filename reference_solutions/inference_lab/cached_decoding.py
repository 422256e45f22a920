"""Generation with a KV cache: each token's keys and values are computed once, and kept.

A token's key and value in a layer depend on the tokens up to it alone, because of the causal mask.  What comes later
changes nothing, so a new token needs its own query, key and value, and those that the others left behind.

Pope et al., "Efficiently Scaling Transformer Inference" (2022), section 2.1 (prefill and decode);
Shazeer, "Fast Transformer Decoding: One Write-Head is All You Need" (2019), section 2.3 (incremental attention).
"""

from __future__ import annotations

from typing import Any

import torch

from ._mini_gpt import MiniGPT, causal_mask


class CachedMiniGPT(MiniGPT):
    """MiniGPT with `prefill` and `step`; a prefill starts over."""

    def prefill(self, tokens: Any) -> Any:
        """Logits (B, V) after the prompt `tokens` (B, n), whose keys and values are now in the cache."""
        self.cache: list[Any] = [None for _ in self.blocks]  # per layer (K, V), each (B, h, cached, d_k)
        self.cached = 0
        return self.advanced(tokens)[:, -1]

    def step(self, token: Any) -> Any:
        """Logits (B, V) after one more token (B, 1)."""
        return self.advanced(token)[:, -1]

    def advanced(self, idx: Any) -> Any:
        """Logits (B, n, V) of the n new tokens `idx` (B, n), which are added to the cache."""
        total = self.cached + idx.shape[1]
        if total > self.context:
            raise ValueError(f"{total} tokens don't fit a context of {self.context}")
        # Positions and the mask's rows go on where the cache ends.
        x = self.tokens(idx) + self.positions(torch.arange(self.cached, total))  # (B, n, d)
        mask = causal_mask(idx.shape[1], total)  # (n, total)
        for layer, block in enumerate(self.blocks):
            q, k, v = block.attention.projected(block.norm1(x))  # of the new tokens only
            if self.cached:
                k = torch.cat((self.cache[layer][0], k), dim=2)
                v = torch.cat((self.cache[layer][1], v), dim=2)
            self.cache[layer] = (k, v)  # each (B, h, total, d_k)
            x = x + block.attention.attended(q, k, v, mask)
            x = x + block.ffn(block.norm2(x))
        self.cached = total
        return self.head(self.norm(x))


def generate_with_cache(model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0) -> str:
    """`prompt` and `length` tokens more.  The prompt goes in once; then each step is given the newest token alone."""
    model.eval()
    ids = list(tok.encode(prompt))
    with torch.no_grad():
        logits = model.prefill(torch.tensor([ids]))  # (1, V): these already tell the first new token
        for made in range(length):
            ids.append(int(torch.multinomial(torch.softmax(logits[0] / temperature, dim=-1), 1)))
            if made < length - 1:
                logits = model.step(torch.tensor([[ids[-1]]]))
    text: str = tok.decode(ids)
    return text

"""
en: The uncached forward sees what is in the cache
es: El forward sin caché ve lo que hay en la caché

done: forward and step share their code, and forward too joins its keys to those that are left in the cache.
why: After generating, the same model gives other logits for the same tokens: a loss measured then is wrong, and
    training goes on with another text in view.
try: Call forward on some tokens, generate a text, and call forward on the same tokens again. Are the logits the same?
    How can forward know whether it is to use the cache?

hecho: forward y step comparten código, y también forward junta sus claves con las que quedan en la caché.
por_que: Después de generar, el mismo modelo da otros logits para los mismos tokens: una pérdida medida entonces es
    falsa, y el entrenamiento sigue con otro texto a la vista.
prueba: Llama a forward con unos tokens, genera un texto y llama a forward otra vez con los mismos tokens. ¿Son
    iguales los logits? ¿Cómo puede saber forward si tiene que usar la caché?

fails: resets
catalogue: KV-08
"""

from __future__ import annotations

from typing import Any

import torch

from ..._mini_gpt import causal_mask
from ._in_torch import Cached


class CachedMiniGPT(Cached):
    """The right one whose forward reads what the cache holds."""

    def forward(self, idx: Any) -> Any:
        n = idx.shape[1]
        x = self.tokens(idx) + self.positions(torch.arange(n))
        for before, block in zip(self.cache, self.blocks, strict=True):
            q, k, v = block.attention.projected(block.norm1(x))
            k, v = self.joined(before, k, v)
            x = x + block.attention.attended(q, k, v, causal_mask(n, k.shape[2]))
            x = x + block.ffn(block.norm2(x))
        return self.head(self.norm(x))

"""
en: The logits beyond the top k become 0
es: Los logits fuera de los k mejores se ponen a 0

done: Where a logit isn't among the k largest, 0 is filled in before the softmax.
why: A logit of 0 isn't "impossible": its exponential is 1, and beside negative logits it's even the largest. So the
    tokens that were to be left out come up, perhaps most of all.
try: Print the softmax of [-1, -2, 0, 0]. Which tokens win? Which number has an exponential of 0?

hecho: Donde un logit no está entre los k mayores, se rellena con 0 antes del softmax.
por_que: Un logit de 0 no es «imposible»: su exponencial es 1, y al lado de logits negativos es hasta el mayor. Así que
    salen los tokens que había que dejar fuera, quizá los que más.
prueba: Imprime el softmax de [-1, -2, 0, 0]. ¿Qué tokens ganan? ¿Qué número tiene una exponencial de 0?

fails: top_k
"""

from __future__ import annotations

from typing import Any

import torch

from ._in_torch import drawn, generated


def generate(
    model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0, top_k: int | None = None
) -> str:
    """The right one with 0 for -inf."""
    return generated(model, tok, prompt, length, lambda logits: _drawn(logits[-1], temperature, top_k))


def _drawn(logits: Any, temperature: float, top_k: int | None) -> int:
    if top_k is not None:
        logits = logits.masked_fill(logits < torch.topk(logits, top_k).values[-1], 0.0)
    return drawn(torch.softmax(logits / temperature, dim=-1))

"""
en: The prompt's last token goes in twice
es: El último token del prompt entra dos veces

done: After the prefill, which already holds the whole prompt, the loop begins by giving its last token to step.
why: The cache then has that token twice, at two places, and each later token sees it twice. The text is a little off
    from the first new token on, and no error says so.
try: Print the cache's length before the first new token is drawn. How long is the prompt? What does the prefill
    already give you that the loop throws away?

hecho: Tras el prefill, que ya contiene todo el prompt, el bucle empieza dándole a step su último token.
por_que: La caché tiene entonces ese token dos veces, en dos lugares, y cada token posterior lo ve dos veces. El texto
    se desvía un poco desde el primer token nuevo, y ningún error lo avisa.
prueba: Imprime la longitud de la caché antes de sortear el primer token nuevo. ¿Cuánto mide el prompt? ¿Qué te da ya
    el prefill que el bucle tira?

fails: generation
catalogue: KV-09
"""

from __future__ import annotations

from typing import Any

import torch

from ._in_torch import drawn


def generate_with_cache(model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0) -> str:
    """The right one that asks once more about the prompt's last token."""
    model.eval()
    ids = list(tok.encode(prompt))
    with torch.no_grad():
        model.prefill(torch.tensor([ids]))
        for _ in range(length):
            logits = model.step(torch.tensor([[ids[-1]]]))
            ids.append(drawn(logits, temperature))
    text: str = tok.decode(ids)
    return text

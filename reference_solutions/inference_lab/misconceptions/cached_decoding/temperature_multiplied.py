"""
en: The logits are multiplied by the temperature
es: Los logits se multiplican por la temperatura

done: The softmax is taken of logits times the temperature, where they should be divided by it.
why: The knob turns the wrong way: a high temperature makes the text timid, a low one wild.
try: Should the differences between the logits become larger or smaller at temperature 2? What do yours do?

hecho: El softmax se toma de los logits por la temperatura, cuando deberían dividirse por ella.
por_que: El mando gira al revés: una temperatura alta hace el texto tímido, y una baja, disparatado.
prueba: Con temperatura 2, ¿las diferencias entre los logits deberían hacerse mayores o menores? ¿Qué hacen las tuyas?

fails: sampling
catalogue: GE-06
"""

from __future__ import annotations

from typing import Any

import torch

from ._in_torch import drawn


def generate_with_cache(model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0) -> str:
    """The right one with z T."""
    model.eval()
    ids = list(tok.encode(prompt))
    with torch.no_grad():
        logits = model.prefill(torch.tensor([ids]))
        for made in range(length):
            ids.append(drawn(logits, 1 / temperature))
            if made < length - 1:
                logits = model.step(torch.tensor([[ids[-1]]]))
    text: str = tok.decode(ids)
    return text

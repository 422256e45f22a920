"""
en: The temperature has no effect
es: La temperatura no tiene efecto

done: The generator has a parameter for the temperature, and never uses it.
why: Whatever is asked, the tokens come up as at temperature 1: no way to make a text safer or bolder.
try: Write 300 tokens at temperature 0.1 and 300 at 2. In which text should the commonest token be commoner, and is it?

hecho: El generador tiene un parámetro para la temperatura, y no lo usa nunca.
por_que: Se pida lo que se pida, los tokens salen como con temperatura 1: no hay manera de que un texto sea más seguro
    o más atrevido.
prueba: Escribe 300 tokens con temperatura 0.1 y 300 con 2. ¿En qué texto debería ser más frecuente el token más
    frecuente, y lo es?

fails: sampling
catalogue: GE-07
"""

from __future__ import annotations

from typing import Any

import torch

from ._in_torch import drawn


def generate_with_cache(model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0) -> str:
    """The right one at temperature 1."""
    model.eval()
    ids = list(tok.encode(prompt))
    with torch.no_grad():
        logits = model.prefill(torch.tensor([ids]))
        for made in range(length):
            ids.append(drawn(logits, 1.0))
            if made < length - 1:
                logits = model.step(torch.tensor([[ids[-1]]]))
    text: str = tok.decode(ids)
    return text

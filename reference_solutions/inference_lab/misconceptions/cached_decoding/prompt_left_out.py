"""
en: The new text comes back without its prompt
es: El texto nuevo vuelve sin su prompt

done: You return the new tokens alone.
why: The model continues a text, and who reads the result wants to see the whole of it, as the generator without a cache
    gives it. Only with the prompt in front can the two be compared, letter by letter.
try: Call the generator of your MiniGPT and this one with the same prompt, and print how long the two texts are.

hecho: Devuelves solo los tokens nuevos.
por_que: El modelo continúa un texto, y quien lee el resultado quiere verlo entero, como lo da el generador sin caché.
    Solo con el prompt delante se pueden comparar los dos, letra por letra.
prueba: Llama al generador de tu MiniGPT y a este con el mismo prompt, e imprime cuánto miden los dos textos.

fails: generation
"""

from __future__ import annotations

from typing import Any

import torch

from ._in_torch import drawn


def generate_with_cache(model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0) -> str:
    """The right one that keeps the new tokens apart from the prompt's."""
    model.eval()
    new: list[int] = []
    with torch.no_grad():
        logits = model.prefill(torch.tensor([list(tok.encode(prompt))]))
        while len(new) < length:
            new.append(drawn(logits, temperature))
            logits = model.step(torch.tensor([[new[-1]]]))
    text: str = tok.decode(new)
    return text

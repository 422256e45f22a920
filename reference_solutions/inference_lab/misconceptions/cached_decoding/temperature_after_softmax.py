"""
en: The temperature divides the probabilities, not the logits
es: La temperatura divide las probabilidades, no los logits

done: First comes the softmax, then the division by the temperature.
why: All probabilities shrink or grow alike, so their ratios stay as they were, and multinomial draws by the ratios:
    the temperature has no effect.
try: Work out [0.7, 0.2, 0.1] / 0.5 and scale it back to a sum of 1. What has changed? Where must a division act if
    it's to change ratios?

hecho: Primero va el softmax, después la división por la temperatura.
por_que: Todas las probabilidades encogen o crecen por igual, así que sus proporciones se quedan como estaban, y
    multinomial sortea según las proporciones: la temperatura no tiene efecto.
prueba: Calcula [0.7, 0.2, 0.1] / 0.5 y vuelve a escalarlo para que sume 1. ¿Qué ha cambiado? ¿Dónde tiene que actuar
    una división para cambiar las proporciones?

fails: sampling
catalogue: GE-04
"""

from __future__ import annotations

from typing import Any

import torch


def generate_with_cache(model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0) -> str:
    """The right one with p / T."""
    model.eval()
    ids = list(tok.encode(prompt))
    with torch.no_grad():
        logits = model.prefill(torch.tensor([ids]))
        for made in range(length):
            ids.append(int(torch.multinomial(torch.softmax(logits[0], dim=-1) / temperature, 1)))
            if made < length - 1:
                logits = model.step(torch.tensor([[ids[-1]]]))
    text: str = tok.decode(ids)
    return text

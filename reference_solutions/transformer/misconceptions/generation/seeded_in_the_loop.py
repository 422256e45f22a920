"""
en: The seed is set again before each draw
es: La semilla se vuelve a fijar antes de cada sorteo

done: manual_seed (or a new generator with a fixed seed) stands inside the loop.
why: Every draw then uses the same random number. It isn't chance any more: the same probabilities always give the
    same token, and the frequencies mean nothing.
try: Draw ten times from [0.5, 0.5] with your loop. How many of each do you expect, and how many are there? Where
    would one seed be enough?

hecho: manual_seed (o un generador nuevo con semilla fija) está dentro del bucle.
por_que: Cada sorteo usa entonces el mismo número al azar. Ya no es azar: las mismas probabilidades dan siempre el
    mismo token, y las frecuencias no significan nada.
prueba: Sortea diez veces de [0.5, 0.5] con tu bucle. ¿Cuántos esperas de cada uno, y cuántos hay? ¿Dónde bastaría con
    una sola semilla?

fails: temperature
catalogue: GP-16
"""

from __future__ import annotations

from typing import Any

import torch

from ._in_torch import generated, probabilities


def generate(
    model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0, top_k: int | None = None
) -> str:
    """The right one, seeded anew in each step."""
    return generated(model, tok, prompt, length, lambda logits: _drawn(probabilities(logits[-1], temperature, top_k)))


def _drawn(chances: Any) -> int:
    return int(torch.multinomial(chances, 1, generator=torch.Generator().manual_seed(0)))

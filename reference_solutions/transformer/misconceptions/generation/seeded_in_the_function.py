"""
en: The seed is set within the generator
es: La semilla se fija dentro del generador

done: manual_seed (or a new generator with a fixed seed) stands at the beginning of the function.
why: Whoever calls it gets the same text each time, whatever seed they set before, so nobody can ask for another one.
    And what is drawn after it in the notebook isn't chance any more either.
try: Generate twice in a row, without setting a seed. How many different texts do you expect, and how many are there?
    Who should decide whether a text is to come again?

hecho: manual_seed (o un generador nuevo con semilla fija) está al principio de la función.
por_que: Quien la llama recibe cada vez el mismo texto, fije antes la semilla que fije, así que nadie puede pedir otro.
    Y lo que se sortee después en el cuaderno tampoco es ya azar.
prueba: Genera dos veces seguidas sin fijar ninguna semilla. ¿Cuántos textos distintos esperas, y cuántos salen?
    ¿Quién debería decidir si un texto tiene que repetirse?

fails: reproducible
catalogue: GP-16
"""

from __future__ import annotations

from typing import Any

import torch

from ._in_torch import drawn, generated, probabilities


def generate(
    model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0, top_k: int | None = None
) -> str:
    """The right one, seeded at its beginning."""
    torch.manual_seed(0)
    return generated(model, tok, prompt, length, lambda logits: drawn(probabilities(logits[-1], temperature, top_k)))

"""
en: The generator sets the seed itself
es: El generador fija él mismo la semilla

done: manual_seed (or a new generator with a fixed seed) stands inside the generator.
why: The same prompt gives the same text each time, whatever seed the caller has set. What looks like chance is a
    recording.
try: Call the generator twice, without setting a seed in between. Should the two texts be the same? Who should decide
    that?

hecho: manual_seed (o un generador nuevo con semilla fija) está dentro del generador.
por_que: El mismo prompt da cada vez el mismo texto, sea cual sea la semilla que haya fijado quien llama. Lo que parece
    azar es una grabación.
prueba: Llama al generador dos veces, sin fijar ninguna semilla entre medias. ¿Deberían ser iguales los dos textos?
    ¿Quién debería decidirlo?

fails: sampling
catalogue: GP-16
"""

from __future__ import annotations

from typing import Any

import torch

from ...cached_decoding import generate_with_cache as right


def generate_with_cache(model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0) -> str:
    """The right one, seeded anew in each call."""
    torch.manual_seed(0)
    return right(model, tok, prompt, length, temperature)

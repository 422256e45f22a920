"""
en: The same seed gives another text each time
es: La misma semilla da cada vez otro texto

done: The draws come from a generator of your own that nobody can seed, or a fresh seed is set inside.
why: If a result can't be repeated, you can't find out whether a change made it better or just luckier, and nobody can
    check what you report.
try: Call torch.manual_seed(0) and generate, twice. Which source of chance in your function doesn't know of that seed?

hecho: Los sorteos salen de un generador propio que nadie puede sembrar, o dentro se fija una semilla nueva.
por_que: Si un resultado no se puede repetir, no puedes saber si un cambio lo ha mejorado o si has tenido suerte, y
    nadie puede comprobar lo que cuentas.
prueba: Llama a torch.manual_seed(0) y genera, dos veces. ¿Qué fuente de azar de tu función no sabe nada de esa
    semilla?

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
    """The right one with a seed of its own each time."""
    torch.seed()
    return generated(model, tok, prompt, length, lambda logits: drawn(probabilities(logits[-1], temperature, top_k)))

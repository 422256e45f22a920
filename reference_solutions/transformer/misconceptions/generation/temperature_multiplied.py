"""
en: The logits are multiplied by the temperature
es: Los logits se multiplican por la temperatura

done: logits * temperature stands where they should be divided.
why: Cold is hot: a low temperature, meant to be careful, makes the text wild, and a high one makes it repeat itself.
    At 1 nothing shows.
try: Work out softmax([2, 0] / 0.5) and softmax([2, 0] * 0.5). In which of the two is the favourite surer to win?

hecho: Hay un logits * temperature donde debería haber una división.
por_que: El frío quema: una temperatura baja, que debía dar prudencia, vuelve loco el texto, y una alta lo hace
    repetirse. Con 1 no se nota nada.
prueba: Calcula softmax([2, 0] / 0.5) y softmax([2, 0] * 0.5). ¿En cuál de los dos tiene más asegurada la victoria el
    favorito?

fails: temperature
catalogue: GE-06
"""

from __future__ import annotations

from typing import Any

from ._in_torch import drawn, generated, probabilities


def generate(
    model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0, top_k: int | None = None
) -> str:
    """The right one with z T."""
    return generated(
        model, tok, prompt, length, lambda logits: drawn(probabilities(logits[-1] * temperature, 1.0, top_k))
    )

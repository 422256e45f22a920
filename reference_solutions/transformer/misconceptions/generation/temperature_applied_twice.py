"""
en: The temperature is applied twice
es: La temperatura se aplica dos veces

done: The logits are divided by the temperature in two places.
why: The effect is that of the temperature squared: 0.5 acts as 0.25, and 2 as 4. At 1 nothing shows.
try: At temperature 0.5, print one of the logits before your function has touched it, and just before the softmax. By
    which factor has it grown?

hecho: Los logits se dividen por la temperatura en dos lugares.
por_que: El efecto es el de la temperatura al cuadrado: 0.5 actúa como 0.25, y 2 como 4. Con 1 no se nota nada.
prueba: Con temperatura 0.5, imprime uno de los logits antes de que tu función lo toque, y justo antes del softmax.
    ¿Por qué factor ha crecido?

fails: temperature
"""

from __future__ import annotations

from typing import Any

from ._in_torch import drawn, generated, probabilities


def generate(
    model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0, top_k: int | None = None
) -> str:
    """The right one with z / T²."""
    return generated(model, tok, prompt, length, lambda logits: drawn(probabilities(logits[-1], temperature**2, top_k)))

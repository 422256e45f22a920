"""
en: Always the likeliest token is taken
es: Se toma siempre el token más probable

done: The next token is the argmax of the logits, where it should be drawn at random.
why: A text of nothing but safe choices soon repeats itself, and the temperature can't help: dividing all logits alike
    doesn't change which is the largest.
try: Generate 100 tokens twice, with different seeds. Should the two texts be the same? If a model gives "a" 51 % and
    "b" 49 %, how often should "b" come up in 100 draws?

hecho: El token siguiente es el argmax de los logits, cuando debería sortearse.
por_que: Un texto hecho solo de opciones seguras se repite pronto, y la temperatura no ayuda: dividir todos los logits
    por igual no cambia cuál es el mayor.
prueba: Genera 100 tokens dos veces, con semillas distintas. ¿Deberían ser iguales los dos textos? Si un modelo da a
    «a» un 51 % y a «b» un 49 %, ¿cuántas veces debería salir «b» en 100 sorteos?

fails: temperature
catalogue: GE-08
"""

from __future__ import annotations

from typing import Any

from ._in_torch import generated


def generate(
    model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0, top_k: int | None = None
) -> str:
    """The right one without chance."""
    return generated(model, tok, prompt, length, lambda logits: int(logits[-1].argmax()))

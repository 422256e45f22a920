"""
en: `length` counts the prompt too
es: `length` cuenta también el prompt

done: The loop ends when the whole text has `length` tokens.
why: `length` new tokens were asked. A long prompt gets a short continuation, and a prompt longer than `length` none
    at all.
try: Call it with length = 5, once with a prompt of 1 letter and once with one of 4. How many letters are new each
    time?

hecho: El bucle termina cuando el texto entero tiene `length` tokens.
por_que: Se pedían `length` tokens nuevos. Un prompt largo recibe una continuación corta, y uno más largo que
    `length`, ninguna.
prueba: Llámala con length = 5, una vez con un prompt de 1 letra y otra con uno de 4. ¿Cuántas letras son nuevas cada
    vez?

fails: prompt_and_length
catalogue: GE-14
"""

from __future__ import annotations

from typing import Any

from ._in_torch import drawn, generated, probabilities


def generate(
    model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0, top_k: int | None = None
) -> str:
    """The right one with fewer steps."""
    return generated(
        model, tok, prompt, length - len(prompt), lambda logits: drawn(probabilities(logits[-1], temperature, top_k))
    )

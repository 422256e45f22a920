"""
en: Only the prompt comes back
es: Solo vuelve el prompt

done: The new tokens are drawn, but what is returned is the text as it was given.
why: Somewhere the result is lost: it's appended to a copy, or a variable from before the loop is returned.
try: Print the ids at the end of the loop and what you return. Which line makes the one out of the other?

hecho: Los tokens nuevos se sortean, pero lo que se devuelve es el texto tal como llegó.
por_que: En algún lugar se pierde el resultado: se añade a una copia, o se devuelve una variable de antes del bucle.
prueba: Imprime los ids al final del bucle y lo que devuelves. ¿Qué línea convierte lo uno en lo otro?

fails: prompt_and_length, newest_logits, temperature, top_k
catalogue: GE-13
"""

from __future__ import annotations

from typing import Any

from ._in_torch import drawn, generated, probabilities


def generate(
    model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0, top_k: int | None = None
) -> str:
    """The right one, whose result is thrown away."""
    generated(model, tok, prompt, length, lambda logits: drawn(probabilities(logits[-1], temperature, top_k)))
    return prompt

"""
en: The new token isn't given back to the model
es: El token nuevo no se le devuelve al modelo

done: The new tokens are collected beside, and each step asks the model about the prompt alone.
why: Every token is then a guess about what follows the prompt; none knows of the one before. The result isn't a text
    but the same draw, many times.
try: Print what the model is given in steps 1, 2 and 3. What should be different each time?

hecho: Los tokens nuevos se guardan aparte, y en cada paso se le pregunta al modelo solo por el prompt.
por_que: Cada token es entonces una conjetura sobre lo que sigue al prompt; ninguno sabe del anterior. El resultado no
    es un texto, sino el mismo sorteo muchas veces.
prueba: Imprime lo que recibe el modelo en los pasos 1, 2 y 3. ¿Qué debería ser distinto cada vez?

fails: newest_logits, context_window
catalogue: GE-12
"""

from __future__ import annotations

from typing import Any

from ._in_torch import drawn, generated, probabilities


def generate(
    model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0, top_k: int | None = None
) -> str:
    """The right one, asked about the prompt each time."""
    first = list(tok.encode(prompt))[-model.context :]
    return generated(
        model,
        tok,
        prompt,
        length,
        lambda logits: drawn(probabilities(logits[-1], temperature, top_k)),
        window=lambda ids: first,
    )

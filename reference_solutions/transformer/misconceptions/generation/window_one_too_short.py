"""
en: The window is one token shorter than the context
es: La ventana es un token más corta que el contexto

done: The text is cut to its last context - 1 tokens.
why: Nothing breaks; one place of the model is simply never used, and the generated text looks back a little less far
    than it was trained to.
try: For a context of 8, how many tokens are there in ids[-(8 - 1):]? What is the longest text for which your model
    has positions?

hecho: El texto se recorta a sus últimos contexto - 1 tokens.
por_que: No se rompe nada; sencillamente, un lugar del modelo no se usa nunca, y el texto generado mira atrás un poco
    menos de lo que se entrenó.
prueba: Con un contexto de 8, ¿cuántos tokens hay en ids[-(8 - 1):]? ¿Cuál es el texto más largo para el que tu modelo
    tiene posiciones?

fails: context_window
"""

from __future__ import annotations

from typing import Any

from ._in_torch import drawn, generated, probabilities


def generate(
    model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0, top_k: int | None = None
) -> str:
    """The right one with a token less."""
    return generated(
        model,
        tok,
        prompt,
        length,
        lambda logits: drawn(probabilities(logits[-1], temperature, top_k)),
        window=lambda ids: ids[-(model.context - 1) :],
    )

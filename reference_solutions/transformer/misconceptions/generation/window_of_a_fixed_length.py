"""
en: The window has a length of its own
es: La ventana tiene una longitud propia

done: The text is cut to its last 20 tokens (or another number that stands in your code), whatever the model's context
    is.
why: A model with a smaller context gets more than it has positions for, and stops with an IndexError; one with a
    larger context is made to forget what it could still read.
try: Build two models, with a context of 8 and of 100, and print how many tokens your generator hands to each. Who
    knows the right number, and how could you ask?

hecho: El texto se recorta a sus últimos 20 tokens (u otro número escrito en tu código), sea cual sea el contexto del
    modelo.
por_que: Un modelo con un contexto menor recibe más de lo que sus posiciones alcanzan, y se detiene con un IndexError;
    a uno con un contexto mayor se le hace olvidar lo que todavía podría leer.
prueba: Construye dos modelos, con un contexto de 8 y de 100, e imprime cuántos tokens entrega tu generador a cada
    uno. ¿Quién sabe el número correcto, y cómo podrías preguntárselo?

fails: context_window
catalogue: GE-01
"""

from __future__ import annotations

from typing import Any

from ._in_torch import drawn, generated, probabilities


def generate(
    model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0, top_k: int | None = None
) -> str:
    """The right one with a window of 20 tokens."""
    return generated(
        model,
        tok,
        prompt,
        length,
        lambda logits: drawn(probabilities(logits[-1], temperature, top_k)),
        window=lambda ids: ids[-20:],
    )

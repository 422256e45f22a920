"""
en: top_k is accepted and never used
es: top_k se acepta y no se usa nunca

done: Tokens beyond the k likeliest come up as if nothing had been asked.
why: Top-k is there to cut off the long tail of unlikely tokens, each of which is rare, but all of which together
    derail many a sentence.
try: Generate with top_k = 1. How many different texts are possible, if the k is obeyed?

hecho: Salen tokens de más allá de los k más probables, como si no se hubiera pedido nada.
por_que: Top-k está para cortar la larga cola de tokens improbables, que son raros uno a uno, pero que juntos
    descarrilan más de una frase.
prueba: Genera con top_k = 1. ¿Cuántos textos distintos son posibles, si se respeta la k?

fails: top_k
catalogue: GE-17
"""

from __future__ import annotations

from typing import Any

from ._in_torch import drawn, generated, probabilities


def generate(
    model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0, top_k: int | None = None
) -> str:
    """The right one without top-k."""
    return generated(model, tok, prompt, length, lambda logits: drawn(probabilities(logits[-1], temperature)))

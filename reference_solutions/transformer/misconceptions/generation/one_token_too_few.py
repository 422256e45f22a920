"""
en: One token too few is generated
es: Se genera un token de menos

done: The loop makes length - 1 turns, or the last token is drawn and not appended.
why: A count that's off by one does little harm in a text, and much wherever lengths must agree. It's worth knowing
    where it comes from.
try: Call it with length = 1. What comes back? How many numbers are there in range(1, length)?

hecho: El bucle da length - 1 vueltas, o el último token se sortea y no se añade.
por_que: Una cuenta que falla en uno hace poco daño en un texto, y mucho donde las longitudes tienen que coincidir.
    Merece la pena saber de dónde sale.
prueba: Llámala con length = 1. ¿Qué vuelve? ¿Cuántos números hay en range(1, length)?

fails: prompt_and_length
catalogue: GE-14
"""

from __future__ import annotations

from typing import Any

from ._in_torch import drawn, generated, probabilities


def generate(
    model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0, top_k: int | None = None
) -> str:
    """The right one with a step less."""
    return generated(
        model, tok, prompt, length - 1, lambda logits: drawn(probabilities(logits[-1], temperature, top_k))
    )

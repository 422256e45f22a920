"""
en: One token too many is generated
es: Se genera un token de más

done: The loop makes length + 1 turns, or a token is drawn before the loop and once more in each turn.
why: A count that's off by one does little harm in a text, and much wherever lengths must agree. It's worth knowing
    where it comes from.
try: Call it with length = 1. How many letters are new? Count the places of your code at which a token is appended.

hecho: El bucle da length + 1 vueltas, o se sortea un token antes del bucle y otro más en cada vuelta.
por_que: Una cuenta que falla en uno hace poco daño en un texto, y mucho donde las longitudes tienen que coincidir.
    Merece la pena saber de dónde sale.
prueba: Llámala con length = 1. ¿Cuántas letras son nuevas? Cuenta los lugares de tu código en los que se añade un
    token.

fails: prompt_and_length
catalogue: GE-14
"""

from __future__ import annotations

from typing import Any

from ._in_torch import drawn, generated, probabilities


def generate(
    model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0, top_k: int | None = None
) -> str:
    """The right one with a step more."""
    return generated(
        model, tok, prompt, length + 1, lambda logits: drawn(probabilities(logits[-1], temperature, top_k))
    )

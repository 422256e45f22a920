"""
en: Temperature 0 is taken for 1
es: La temperatura 0 se toma por 1

done: Something like `temperature or 1.0`, or an `if temperature:`, treats 0 as if nothing had been passed.
why: Who asks for 0 wants no chance at all: always the likeliest token. Here they get an ordinary draw and, since
    nothing complains, they may never notice.
try: What are bool(0.0) and 0.0 or 1.0 in Python? And what do the probabilities tend to as T goes to 0?

hecho: Algo como `temperature or 1.0`, o un `if temperature:`, trata el 0 como si no se hubiera pasado nada.
por_que: Quien pide 0 no quiere nada de azar: siempre el token más probable. Aquí recibe un sorteo corriente y, como
    nada se queja, quizá no lo note nunca.
prueba: ¿Cuánto valen en Python bool(0.0) y 0.0 or 1.0? ¿Y a qué tienden las probabilidades cuando T tiende a 0?

fails: temperature
catalogue: GE-09
"""

from __future__ import annotations

from typing import Any

from ._in_torch import drawn, generated, probabilities


def generate(
    model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0, top_k: int | None = None
) -> str:
    """The right one but at 0."""
    return generated(
        model, tok, prompt, length, lambda logits: drawn(probabilities(logits[-1], temperature or 1.0, top_k))
    )

"""
en: The logits of the last position but one are used
es: Se usan los logits de la penúltima posición

done: From the logits (n, vocabulary) you take row n - 2.
why: That row guesses the token that stands at the end already. So the model is asked each time for what it has just
    written, not for what comes next.
try: Train or imagine a model that knows the alphabet by heart and give it "abc". What does its row 2 say, what its
    row 1, and which do you want to append?

hecho: De los logits (n, vocabulario) tomas la fila n - 2.
por_que: Esa fila adivina el token que ya está al final. Así, cada vez se le pregunta al modelo por lo que acaba de
    escribir, y no por lo que viene.
prueba: Entrena o imagina un modelo que se sabe el abecedario y dale «abc». ¿Qué dice su fila 2, qué dice su fila 1, y
    cuál quieres añadir?

fails: newest_logits
catalogue: GE-03
"""

from __future__ import annotations

from typing import Any

from ._in_torch import drawn, generated, probabilities


def generate(
    model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0, top_k: int | None = None
) -> str:
    """The right one with the row before the last."""
    return generated(
        model, tok, prompt, length, lambda logits: drawn(probabilities(logits[-2:][0], temperature, top_k))
    )

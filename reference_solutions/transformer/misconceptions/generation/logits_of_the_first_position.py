"""
en: The logits of the first position are used
es: Se usan los logits de la primera posición

done: From the logits (n, vocabulary) you take row 0.
why: Row i speaks of the token after position i. Row 0 knows only the first token of the window, so the text is drawn
    again and again from one and the same guess.
try: For "hola", which row of the logits was asked to guess what comes after the "a"? Print logits.shape and mark it.

hecho: De los logits (n, vocabulario) tomas la fila 0.
por_que: La fila i habla del token que sigue a la posición i. La fila 0 solo conoce el primer token de la ventana, así
    que el texto sale una y otra vez de la misma conjetura.
prueba: Con «hola», ¿a qué fila de los logits se le pidió adivinar lo que viene después de la «a»? Imprime
    logits.shape y márcala.

fails: newest_logits
catalogue: GE-03
"""

from __future__ import annotations

from typing import Any

from ._in_torch import drawn, generated, probabilities


def generate(
    model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0, top_k: int | None = None
) -> str:
    """The right one with the first row."""
    return generated(model, tok, prompt, length, lambda logits: drawn(probabilities(logits[0], temperature, top_k)))

"""
en: The temperature has no effect
es: La temperatura no tiene efecto

done: temperature is in the parameters, and the tokens come up as if it always were 1.
why: Whatever is passed, the text is as bold or as careful as at 1, and whoever turns the knob wonders why nothing
    happens.
try: Generate 200 tokens at 0.1 and at 5 with the same seed. Do the texts differ? Search your function for the name of
    the parameter: does it appear where it can change a ratio of two probabilities?

hecho: temperature está en los parámetros, y los tokens salen como si siempre valiera 1.
por_que: Se pase lo que se pase, el texto es tan atrevido o tan prudente como con 1, y quien gira el mando se pregunta
    por qué no ocurre nada.
prueba: Genera 200 tokens con 0.1 y con 5 y la misma semilla. ¿Son distintos los textos? Busca en tu función el nombre
    del parámetro: ¿aparece donde pueda cambiar la proporción entre dos probabilidades?

fails: temperature
catalogue: GE-07
"""

from __future__ import annotations

from typing import Any

from ._in_torch import drawn, generated, probabilities


def generate(
    model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0, top_k: int | None = None
) -> str:
    """The right one at temperature 1."""
    return generated(model, tok, prompt, length, lambda logits: drawn(probabilities(logits[-1], 1.0, top_k)))

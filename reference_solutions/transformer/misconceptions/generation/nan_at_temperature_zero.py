"""
en: At temperature 0 the probabilities are NaN, and a token is drawn all the same
es: Con temperatura 0 las probabilidades son NaN, y aun así se sortea un token

done: The logits are divided by 0, and your way of drawing doesn't mind that NaN comes out: it always finds the same
    token.
why: Every comparison with NaN is false, so a search through cumulative sums ends at the first or the last token,
    whatever the model said. It looks like an answer.
try: Print the probabilities for temperature = 0. Which token should it be, in the limit of smaller and smaller
    temperatures, and how could you get it without any division?

hecho: Los logits se dividen por 0, y a tu forma de sortear no le importa que salga NaN: encuentra siempre el mismo
    token.
por_que: Toda comparación con NaN es falsa, así que una búsqueda en las sumas acumuladas termina en el primer token o
    en el último, diga lo que diga el modelo. Parece una respuesta.
prueba: Imprime las probabilidades con temperature = 0. ¿Qué token debería salir, en el límite de temperaturas cada
    vez menores, y cómo podrías obtenerlo sin dividir?

fails: temperature
catalogue: GE-09
"""

from __future__ import annotations

from typing import Any

import torch

from ._in_torch import generated, probabilities


def generate(
    model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0, top_k: int | None = None
) -> str:
    """The right one, drawing by cumulative sums."""
    return generated(model, tok, prompt, length, lambda logits: _found(probabilities(logits[-1], temperature, top_k)))


def _found(chances: Any) -> int:
    """The first token at which the cumulative sum exceeds a random number; the first of all where none does."""
    return int((torch.cumsum(chances, 0) > torch.rand(())).int().argmax())

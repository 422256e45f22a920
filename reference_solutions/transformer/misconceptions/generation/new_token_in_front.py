"""
en: The new tokens are put in front of the text
es: Los tokens nuevos se ponen delante del texto

done: The concatenation has its parts in the wrong order: the new token first, then what was there.
why: The text grows at the wrong end. The model goes on being asked what follows the prompt's last letter, and what it
    answers stands before the beginning.
try: Print the text after each of the first three steps. At which end does it grow, and which end does the model look
    at?

hecho: La concatenación tiene sus partes en el orden equivocado: primero el token nuevo, después lo que ya había.
por_que: El texto crece por el extremo que no es. Al modelo se le sigue preguntando qué va detrás de la última letra
    del prompt, y lo que responde queda antes del comienzo.
prueba: Imprime el texto después de cada uno de los tres primeros pasos. ¿Por qué extremo crece, y a qué extremo mira
    el modelo?

fails: prompt_and_length, newest_logits, context_window
catalogue: GE-12
"""

from __future__ import annotations

from typing import Any

import torch

from ._in_torch import drawn, probabilities


def generate(
    model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0, top_k: int | None = None
) -> str:
    """The right one, growing at the front."""
    model.eval()
    ids = list(tok.encode(prompt))
    with torch.no_grad():
        for _ in range(length):
            logits = model(torch.tensor([ids[-model.context :]]))[0]
            ids = [drawn(probabilities(logits[-1], temperature, top_k)), *ids]
    text: str = tok.decode(ids)
    return text

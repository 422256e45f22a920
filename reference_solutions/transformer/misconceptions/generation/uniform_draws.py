"""
en: All tokens are equally likely to be drawn
es: Todos los tokens tienen la misma probabilidad de salir

done: The next token is drawn from the vocabulary without the model's probabilities.
why: The model is asked, and what it says is thrown away: the text is made by dice.
try: Let a model be certain of one token, and draw 20 times. Follow the logits from the model's answer to the line
    that draws: where do they get lost?

hecho: El token siguiente se sortea del vocabulario sin las probabilidades del modelo.
por_que: Al modelo se le pregunta, y lo que dice se tira: el texto lo hacen los dados.
prueba: Haz que un modelo esté seguro de un token y sortea 20 veces. Sigue los logits desde la respuesta del modelo
    hasta la línea que sortea: ¿dónde se pierden?

fails: newest_logits, temperature, top_k
"""

from __future__ import annotations

from typing import Any

import torch

from ._in_torch import generated


def generate(
    model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0, top_k: int | None = None
) -> str:
    """The right one without the model's word."""
    return generated(model, tok, prompt, length, lambda logits: int(torch.randint(logits.shape[-1], ())))

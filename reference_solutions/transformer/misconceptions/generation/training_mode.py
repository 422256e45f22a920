"""
en: The model stays in training mode
es: El modelo se queda en modo de entrenamiento

done: The generator never calls eval().
why: A model fresh from training has its dropout on: some of its numbers are silenced at random in each step. The text
    is worse than it could be, and more haphazard than you asked for.
try: Print model.training inside your generator, right after you have trained. Who should see to it, the caller or the
    generator?

hecho: El generador no llama nunca a eval().
por_que: Un modelo recién entrenado tiene el dropout activo: en cada paso se callan al azar algunos de sus números. El
    texto es peor de lo que podría, y más azaroso de lo que tú pediste.
prueba: Imprime model.training dentro de tu generador, justo después de entrenar. ¿Quién debería ocuparse, quien llama
    o el generador?

fails: evaluation_mode
catalogue: GE-10
"""

from __future__ import annotations

from typing import Any

import torch

from ._in_torch import drawn, probabilities


def generate(
    model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0, top_k: int | None = None
) -> str:
    """The right one without eval()."""
    ids = list(tok.encode(prompt))
    with torch.no_grad():
        for _ in range(length):
            logits = model(torch.tensor([ids[-model.context :]]))[0]
            ids.append(drawn(probabilities(logits[-1], temperature, top_k)))
    text: str = tok.decode(ids)
    return text

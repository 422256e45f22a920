"""
en: The model stays in training mode
es: El modelo se queda en modo de entrenamiento

done: The generator never calls eval().
why: A model fresh from training has its dropout on. Then even the keys and values that stay in the cache are damaged
    at random, for the whole text.
try: Print model.training inside your generator, right after you have trained. Who should see to it, the caller or the
    generator?

hecho: El generador no llama nunca a eval().
por_que: Un modelo recién entrenado tiene el dropout activo. Entonces hasta las claves y los valores que quedan en la
    caché se estropean al azar, para todo el texto.
prueba: Imprime model.training dentro de tu generador, justo después de entrenar. ¿Quién debería ocuparse, quien llama
    o el generador?

fails: evaluation_mode
catalogue: KV-15
"""

from __future__ import annotations

from typing import Any

import torch

from ._in_torch import drawn


def generate_with_cache(model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0) -> str:
    """The right one without eval()."""
    ids = list(tok.encode(prompt))
    with torch.no_grad():
        logits = model.prefill(torch.tensor([ids]))
        for _ in range(length):
            ids.append(drawn(logits, temperature))
            logits = model.step(torch.tensor([[ids[-1]]]))
    text: str = tok.decode(ids)
    return text

"""
en: The generator doesn't use the cache
es: El generador no usa la caché

done: The loop gives the model the whole text in each step, through forward or a new prefill, though there is a cache.
why: The text is right, but each token costs as much as all before it together. The cache is built and never read.
try: Count the tokens that go into the model in all, for a prompt of 4 and 10 new ones. How few could it be?

hecho: El bucle le da al modelo todo el texto en cada paso, con forward o con un prefill nuevo, aunque haya una caché.
por_que: El texto es correcto, pero cada token cuesta lo que todos los anteriores juntos. La caché se construye y no
    se lee nunca.
prueba: Cuenta los tokens que entran en total en el modelo, para un prompt de 4 y 10 nuevos. ¿Con cuántos bastaría?

fails: text_in_proportion
catalogue: KV-12
"""

from __future__ import annotations

from typing import Any

import torch

from ..cached_decoding._in_torch import drawn


def generate_with_cache(model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0) -> str:
    """The right text, from a prefill of everything in each step."""
    model.eval()
    ids = list(tok.encode(prompt))
    with torch.no_grad():
        for _ in range(length):
            ids.append(drawn(model.prefill(torch.tensor([ids])), temperature))
    text: str = tok.decode(ids)
    return text

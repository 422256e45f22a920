"""
en: In a long text the generator starts over for each token
es: En un texto largo el generador empieza de nuevo con cada token

done: As long as the text is short, the loop gives each new token to step. From some length on, it gives the whole text
    to prefill again for each one.
why: The text is right. But each prefill computes the keys and values of all tokens anew, so that a long text costs
    what it costs without a cache, and long texts are what the cache is for.
try: Count the tokens that go into the model for 10 new ones after a prompt of 4, and after a prompt of 100. How many
    more does the longer prompt need, if it goes in once?

hecho: Mientras el texto es corto, el bucle le da cada token nuevo a step. A partir de cierta longitud le da otra vez
    todo el texto a prefill para cada uno.
por_que: El texto es correcto. Pero cada prefill calcula de nuevo las claves y los valores de todos los tokens, así que
    un texto largo cuesta lo mismo que sin caché, y para los textos largos está la caché.
prueba: Cuenta los tokens que entran en el modelo para 10 nuevos tras un prompt de 4, y tras uno de 100. ¿Cuántos más
    hacen falta con el prompt más largo, si entra una sola vez?

fails: writes_with_the_cache
catalogue: KV-12
"""

from __future__ import annotations

from typing import Any

import torch

from ..cached_decoding._in_torch import drawn

LONG = 32


def generate_with_cache(model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0) -> str:
    """The right text: with steps up to `LONG` tokens, and then from a prefill of everything for each one."""
    model.eval()
    ids = list(tok.encode(prompt))
    with torch.no_grad():
        logits = model.prefill(torch.tensor([ids]))
        for _ in range(length):
            ids.append(drawn(logits, temperature))
            short = len(ids) <= LONG
            logits = model.step(torch.tensor([ids[-1:]])) if short else model.prefill(torch.tensor([ids]))
    text: str = tok.decode(ids)
    return text

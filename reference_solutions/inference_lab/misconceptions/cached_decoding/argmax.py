"""
en: Always the most probable token is taken
es: Se toma siempre el token más probable

done: The generator takes the argmax of the logits, where the next token should be drawn at random.
why: The same prompt then always gets the same text, which soon goes round in circles, and the temperature has no
    effect. A cache should make a generator quicker, and leave what it writes as it was.
try: Let your old generator and this one write ten texts each after the same prompt. How many different ones come of
    each?

hecho: El generador toma el argmax de los logits, cuando el token siguiente debería sortearse.
por_que: El mismo prompt da entonces siempre el mismo texto, que pronto se repite en bucle, y la temperatura no hace
    nada. Una caché debería hacer más rápido el generador, y no cambiar lo que escribe.
prueba: Haz que tu generador de antes y este escriban diez textos cada uno con el mismo prompt. ¿Cuántos distintos
    salen de cada uno?

fails: sampling
catalogue: GE-08
"""

from __future__ import annotations

from typing import Any

import torch


def generate_with_cache(model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0) -> str:
    """The right one without chance."""
    model.eval()
    ids = list(tok.encode(prompt))
    with torch.no_grad():
        logits = model.prefill(torch.tensor([ids]))
        for made in range(length):
            ids.append(int(logits[0].argmax()))
            if made < length - 1:
                logits = model.step(torch.tensor([[ids[-1]]]))
    text: str = tok.decode(ids)
    return text

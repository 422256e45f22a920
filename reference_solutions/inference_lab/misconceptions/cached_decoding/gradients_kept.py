"""
en: Gradients are recorded while generating
es: Se registran gradientes al generar

done: Nothing switches autograd off around prefill and steps.
why: Each cached key then remembers how it was computed, back to the first token. Memory grows far beyond the cache
    itself, for a backward pass that never comes.
try: Print requires_grad of the logits in your loop. Which two words of torch say that nothing is to be recorded?

hecho: Nada desactiva autograd alrededor del prefill y de los pasos.
por_que: Cada clave guardada recuerda entonces cómo se calculó, hasta el primer token. La memoria crece mucho más que
    la propia caché, para una pasada hacia atrás que no llega nunca.
prueba: Imprime requires_grad de los logits en tu bucle. ¿Con qué se le dice a torch que no hay que registrar nada?

fails: evaluation_mode
catalogue: KV-15
"""

from __future__ import annotations

from typing import Any

import torch

from ._in_torch import drawn


def generate_with_cache(model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0) -> str:
    """The right one with gradients on."""
    model.eval()
    ids = list(tok.encode(prompt))
    logits = model.prefill(torch.tensor([ids]))
    for _ in range(length):
        ids.append(drawn(logits.detach(), temperature))
        logits = model.step(torch.tensor([[ids[-1]]]))
    text: str = tok.decode(ids)
    return text

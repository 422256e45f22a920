"""
en: Gradients are recorded while measuring
es: Al medir se guarda lo necesario para los gradientes

done: The model is called with autograd on, although nothing will be back-propagated.
why: Each batch keeps all its activations for a backward pass that never comes: slower, and with a large model the
    memory runs out in the middle of an evaluation.
try: Print torch.is_grad_enabled() inside your loop. What does torch offer for code that only reads a model?

hecho: Se llama al modelo con autograd activo, aunque no se va a propagar nada hacia atrás.
por_que: Cada lote guarda todas sus activaciones para un backward que no llega nunca: va más lento y, con un modelo
    grande, la memoria se acaba en mitad de una evaluación.
prueba: Imprime torch.is_grad_enabled() dentro de tu bucle. ¿Qué ofrece torch para el código que solo lee un modelo?

fails: no_gradient
"""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

from ._batches import losses, mean


def mean_loss(model: Any, data: Any, n_batches: int = 20, batch_size: int = 32) -> float:
    """The right one with autograd on."""
    return mean(losses(model, data, n_batches, batch_size, around=nullcontext))

"""
en: The targets aren't moved by one
es: Los objetivos no están desplazados en uno

done: The logits at each position are compared with the token at that very position, not with the one that comes next.
why: The model was trained to say what follows. Asked for what it has just read, a good model looks bad, and one that
    merely copies looks perfect.
try: Take one window of your data, print x and y side by side, and say in words what the model should answer at
    position 0.

hecho: En cada posición se comparan los logits con el token de esa misma posición, no con el que viene después.
por_que: El modelo aprendió a decir lo que sigue. Si le preguntas por lo que acaba de leer, un modelo bueno parece
    malo, y uno que solo copia parece perfecto.
prueba: Toma una ventana de tus datos, imprime x e y lado a lado y di con palabras qué debería responder el modelo en
    la posición 0.

fails: value
catalogue: GP-05
"""

from __future__ import annotations

from typing import Any

from torch.nn.functional import cross_entropy

from ._batches import losses, mean


def loss_of(logits: Any, x: Any, y: Any) -> Any:
    return cross_entropy(logits.flatten(0, 1), x.flatten())


def mean_loss(model: Any, data: Any, n_batches: int = 20, batch_size: int = 32) -> float:
    """The right one that asks for a copy."""
    return mean(losses(model, data, n_batches, batch_size, loss_of=loss_of))

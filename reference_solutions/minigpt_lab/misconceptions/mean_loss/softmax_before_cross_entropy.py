"""
en: A softmax comes before the cross-entropy
es: Hay un softmax antes de la entropía cruzada

done: The logits go through a softmax, and cross_entropy, which has one inside, gets the probabilities.
why: Two softmaxes flatten everything: even a perfect model can't measure less than ln(e + V - 1) - 1, and a useless
    one still measures about ln V, so the number looks sane.
try: Give cross_entropy the logits [10, 0, 0] and then their softmax, with target 0. What loss should a model have
    that is so sure and right?

hecho: Los logits pasan por un softmax, y cross_entropy, que lleva uno dentro, recibe las probabilidades.
por_que: Dos softmax lo aplanan todo: ni un modelo perfecto puede medir menos de ln(e + V - 1) - 1, y uno inútil sigue
    midiendo más o menos ln V, así que el número parece sensato.
prueba: Dale a cross_entropy los logits [10, 0, 0] y luego su softmax, con objetivo 0. ¿Qué pérdida debería tener un
    modelo tan seguro y con razón?

fails: value
catalogue: GP-01
"""

from __future__ import annotations

from typing import Any

from torch.nn.functional import cross_entropy

from ._batches import losses, mean


def loss_of(logits: Any, x: Any, y: Any) -> Any:
    return cross_entropy(logits.softmax(-1).flatten(0, 1), y.flatten())


def mean_loss(model: Any, data: Any, n_batches: int = 20, batch_size: int = 32) -> float:
    """The right one with a softmax too many."""
    return mean(losses(model, data, n_batches, batch_size, loss_of=loss_of))

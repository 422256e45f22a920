"""
en: A softmax comes before the cross-entropy
es: Hay un softmax antes de la entropía cruzada

done: The logits go through a softmax, and cross_entropy, which has one inside, gets the probabilities.
why: The first loss is ln V, as it should be, and then it stays high: however sure the model gets, two softmaxes can't
    go below ln(e + V - 1) - 1.
try: Give cross_entropy the logits [10, 0, 0] and then their softmax, with target 0. What loss should a model have
    that is so sure and right?

hecho: Los logits pasan por un softmax, y cross_entropy, que lleva uno dentro, recibe las probabilidades.
por_que: La primera pérdida es ln V, como debe ser, y después se queda alta: por muy seguro que esté el modelo, con
    dos softmax no se puede bajar de ln(e + V - 1) - 1.
prueba: Dale a cross_entropy los logits [10, 0, 0] y luego su softmax, con objetivo 0. ¿Qué pérdida debería tener un
    modelo tan seguro y con razón?

fails: learns, cross_entropy
catalogue: GP-01
"""

from __future__ import annotations

from typing import Any

from torch.nn.functional import cross_entropy

from ._loop import trained


def loss_of(logits: Any, x: Any, y: Any) -> Any:
    return cross_entropy(logits.softmax(-1).flatten(0, 1), y.flatten())


def train(model: Any, data: Any, steps: int = 500, batch_size: int = 32, lr: float = 3e-3) -> list[float]:
    """The right one with a softmax too many."""
    return trained(model, data, steps, batch_size, lr, loss_of=loss_of)

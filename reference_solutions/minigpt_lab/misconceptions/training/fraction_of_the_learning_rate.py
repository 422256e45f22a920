"""
en: The learning rate is a part of the one that is given
es: La tasa de aprendizaje es una parte de la que se pasa

done: The optimizer is made with the given rate divided by a number, and keeps it in all its steps.
why: Whoever calls the function says how large a step is. With a tenth of it the model learns more slowly than it could,
    and a rate that is found this way isn't right for any other loop. A warm-up is something else: it reaches the rate.
try: Print optimizer.param_groups[0]["lr"] in the first and in the last step, beside the lr of your function.

hecho: El optimizador se crea con la tasa recibida dividida por un número, y la mantiene en todos sus pasos.
por_que: El tamaño del paso lo dice quien llama a la función. Con una décima parte el modelo aprende más despacio de lo
    que podría, y una tasa elegida así no le sirve a ningún otro bucle. Un calentamiento es otra cosa: llega a la tasa.
prueba: Imprime optimizer.param_groups[0]["lr"] en el primer paso y en el último, al lado de la tasa de tu función.

fails: optimizer
"""

from __future__ import annotations

from typing import Any

from ._loop import adamw, trained


def train(model: Any, data: Any, steps: int = 500, batch_size: int = 32, lr: float = 3e-3) -> list[float]:
    """The right one at a tenth of the rate."""
    return trained(model, data, steps, batch_size, lr, optimizer_of=lambda m, rate: adamw(m, rate / 10))

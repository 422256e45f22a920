"""
en: Every step learns from the first window of the text alone
es: Todos los pasos aprenden solo de la primera ventana del texto

done: x is data[:context] and y is data[1:context + 1], in each step.
why: The model learns the first few words by heart, and the loss goes to 0. Of the rest of the text it knows nothing.
try: What does your model say after a window from the middle of the text? Look for what in your loop depends on chance.

hecho: x es data[:context] e y es data[1:context + 1], en cada paso.
por_que: El modelo se aprende de memoria las primeras palabras, y la pérdida se va a 0. Del resto del texto no sabe
    nada.
prueba: ¿Qué dice tu modelo después de una ventana de la mitad del texto? Busca qué depende del azar en tu bucle.

fails: batches
"""

from __future__ import annotations

from typing import Any

from ._loop import trained


def first(data: Any, context: int, _: int) -> tuple[Any, Any]:
    return data[None, :context], data[None, 1 : context + 1]


def train(model: Any, data: Any, steps: int = 500, batch_size: int = 32, lr: float = 3e-3) -> list[float]:
    """The right one with a batch of one window."""
    return trained(model, data, steps, batch_size, lr, draw=first)

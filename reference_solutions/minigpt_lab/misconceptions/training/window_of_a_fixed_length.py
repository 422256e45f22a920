"""
en: The windows have a fixed length, not that of the model's context
es: Las ventanas tienen una longitud fija, y no la del contexto del modelo

done: A number, or a global of the notebook, stands where model.context should.
why: It's right for one model only. One with a shorter context has no positions for such a window; one with a longer
    context never learns to use what it could see.
try: Build a model with another context, train it for one step and print x.shape beside model.context.

hecho: Donde debería ir model.context hay un número, o una variable global del cuaderno.
por_que: Solo está bien para un modelo. Uno con el contexto más corto no tiene posiciones para una ventana así; uno con
    el contexto más largo nunca aprende a usar lo que podría ver.
prueba: Construye un modelo con otro contexto, entrénalo un paso e imprime x.shape junto a model.context.

fails: batches
"""

from __future__ import annotations

from typing import Any

from ...training import windows
from ._loop import trained


def train(model: Any, data: Any, steps: int = 500, batch_size: int = 32, lr: float = 3e-3) -> list[float]:
    """The right one with windows of 64."""
    return trained(model, data, steps, batch_size, lr, draw=lambda data, _, size: windows(data, 64, size))

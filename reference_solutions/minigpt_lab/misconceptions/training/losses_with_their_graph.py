"""
en: The losses are tensors that still hold their graph
es: Las pérdidas son tensores que conservan su grafo

done: The loss itself goes into the list, not the number that it holds.
why: Each one keeps the graph of its step alive, so memory grows with every step, and no plot can be made of them:
    NumPy refuses a tensor that requires a gradient.
try: Print losses[0]. What stands there beside the number, and which method of a tensor gives the number alone?

hecho: A la lista va la pérdida misma, no el número que contiene.
por_que: Cada una mantiene vivo el grafo de su paso, así que la memoria crece con cada paso, y no se puede dibujar la
    curva: NumPy no acepta un tensor que requiere gradiente.
prueba: Imprime losses[0]. ¿Qué aparece junto al número, y qué método de un tensor da solo el número?

fails: losses
"""

from __future__ import annotations

from typing import Any

from ._loop import trained


def train(model: Any, data: Any, steps: int = 500, batch_size: int = 32, lr: float = 3e-3) -> list[Any]:
    """The right one that keeps the tensors."""
    return trained(model, data, steps, batch_size, lr, keep=list.append)

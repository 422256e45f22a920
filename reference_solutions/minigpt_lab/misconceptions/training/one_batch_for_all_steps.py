"""
en: Every step learns from the same batch
es: Todos los pasos aprenden del mismo lote

done: The batch is drawn before the loop, and the loop goes over it again and again; or a seed that is set in each step
    makes every draw the same.
why: The curve falls beautifully, and below what any text allows: the model learns these few windows by heart. It never
    sees the rest of the text.
try: Print the first row of x in each of the first five steps. How many different ones are there, and on which line
    are they drawn? Is a seed set on the way?

hecho: El lote se saca antes del bucle, y el bucle pasa por él una y otra vez; o una semilla que se fija en cada paso
    hace que todos los sorteos salgan iguales.
por_que: La curva baja de maravilla, y más de lo que ningún texto permite: el modelo se aprende esas pocas ventanas de
    memoria. El resto del texto no lo ve nunca.
prueba: Imprime la primera fila de x en cada uno de los cinco primeros pasos. ¿Cuántas distintas hay, y en qué línea se
    sacan? ¿Se fija alguna semilla por el camino?

fails: batches
"""

from __future__ import annotations

from typing import Any

from ...training import windows
from ._loop import trained


def train(model: Any, data: Any, steps: int = 500, batch_size: int = 32, lr: float = 3e-3) -> list[float]:
    """The right one with the batch in front of the loop."""
    batch = windows(data, model.context, batch_size)
    return trained(model, data, steps, batch_size, lr, draw=lambda *_: batch)

"""
en: Only a part of the parameters is trained
es: Solo se entrena una parte de los parámetros

done: The optimizer gets the parameters of one layer, or others are frozen: those stay as they were at random.
why: The loss comes down all the same, as far as the rest of the model can bring it, so the curve doesn't show it.
    What was drawn at random stays random.
try: Copy all of model.parameters() before training and compare them afterwards. Which ones haven't changed?

hecho: El optimizador recibe los parámetros de una sola capa, o hay otros congelados: esos se quedan como salieron al
    azar.
por_que: La pérdida baja de todos modos, hasta donde la lleva el resto del modelo, así que la curva no lo muestra. Lo
    que salió al azar sigue siendo azar.
prueba: Copia todo model.parameters() antes de entrenar y compáralo después. ¿Cuáles no han cambiado?

fails: optimizer
"""

from __future__ import annotations

from typing import Any

from ._loop import adamw, trained


def head_alone(model: Any, lr: float) -> Any:
    return adamw(list(model.children())[-1], lr)


def train(model: Any, data: Any, steps: int = 500, batch_size: int = 32, lr: float = 3e-3) -> list[float]:
    """The right one with the last layer's parameters only."""
    return trained(model, data, steps, batch_size, lr, optimizer_of=head_alone)

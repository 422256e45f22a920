"""
en: Nothing is dropped in training
es: No se anula nada durante el entrenamiento

done: The block takes a dropout, or should, but no branch ever goes through it.
why: In evaluation nobody sees a difference. In training the model leans on single features and learns its text by
    heart: the loss on what it has seen falls, the one on what it hasn't rises.
try: Call block.train() with dropout = 0.5, then call the block twice on the same x. Are the results equal? Which lines
    of forward mention self.dropout?

hecho: El bloque recibe un dropout, o debería, pero ninguna rama pasa nunca por él.
por_que: En evaluación nadie nota la diferencia. Al entrenar, el modelo se apoya en características sueltas y se aprende
    su texto de memoria: la pérdida con lo que ha visto baja, y con lo que no ha visto sube.
prueba: Llama a block.train() con dropout = 0.5, y luego dos veces al bloque con la misma x. ¿Son iguales los
    resultados? ¿Qué líneas de forward mencionan self.dropout?

fails: dropout
catalogue: BL-11
"""

from __future__ import annotations

from typing import Any

from ._in_torch import Block


class TransformerBlock(Block):
    """Right, but its dropout is never called."""

    def dropped(self, branch: Any) -> Any:
        return branch

"""
en: A step adds no position
es: En los pasos no se suma la posición

done: In a step the token's embedding goes into the blocks alone; only the prefill adds positions.
why: The model was trained on tokens with their place. Without it, a new token is a vector that it has never seen, and
    its key and value stay wrong for all later steps.
try: Write down what happens to a token from its id to the first block, once for the prefill and once for the step.
    What is missing in one of them?

hecho: En cada paso, el embedding del token entra solo en los bloques; las posiciones solo se suman en el prefill.
por_que: El modelo se entrenó con tokens que llevan su lugar. Sin él, un token nuevo es un vector que no ha visto
    nunca, y su clave y su valor quedan mal para todos los pasos siguientes.
prueba: Escribe qué le pasa a un token desde su índice hasta el primer bloque, una vez en el prefill y otra en el
    paso. ¿Qué falta en uno de los dos?

fails: steps
"""

from __future__ import annotations

from typing import Any

from ._in_torch import Cached


class CachedMiniGPT(Cached):
    """The right one with positions in the prefill only."""

    def position_rows(self, n: int) -> Any:
        return 0.0 if self.cached else super().position_rows(n)

"""
en: All new tokens are given the same position
es: A todos los tokens nuevos les toca la misma posición

done: The position of a step is the length of the prompt, in every step.
why: The first new token is right. From the second on, each one stands in the place of the first, so the text loses
    its order while it grows.
try: Print the position of four steps in a row. By how much should it grow from one to the next, and what in your
    class could count it?

hecho: La posición de un paso es la longitud del prompt, en todos los pasos.
por_que: El primer token nuevo está bien. A partir del segundo, cada uno ocupa el lugar del primero, así que el texto
    pierde el orden según crece.
prueba: Imprime la posición de cuatro pasos seguidos. ¿Cuánto debería crecer de uno al siguiente, y qué podría
    contarlo en tu clase?

fails: steps
catalogue: KV-01
"""

from __future__ import annotations

from typing import Any

import torch

from ._in_torch import Cached


class CachedMiniGPT(Cached):
    """The right one with the prompt's length as the position of every step."""

    def position_rows(self, n: int) -> Any:
        if not self.cached:
            return super().position_rows(n)
        return self.positions(torch.arange(self.prompt, self.prompt + n))

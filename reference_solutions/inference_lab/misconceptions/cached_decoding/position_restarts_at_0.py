"""
en: Each new token is given position 0
es: A cada token nuevo le toca la posición 0

done: A step embeds its token as if it stood at the beginning: the positions run from 0 to the number of tokens handed
    over, which is 1.
why: Keys and values of the prompt are right, but the new token claims to be the first of the text. Its query, its key
    and all that comes after it are those of another place.
try: Print the position ids in the prefill and in the first three steps. Which position does the first new token have
    after a prompt of 5?

hecho: Cada paso coloca su token como si estuviera al principio: las posiciones van de 0 al número de tokens que
    entran, que es 1.
por_que: Las claves y los valores del prompt están bien, pero el token nuevo dice ser el primero del texto. Su
    consulta, su clave y todo lo que viene después son los de otro lugar.
prueba: Imprime los índices de posición en el prefill y en los tres primeros pasos. ¿Qué posición tiene el primer
    token nuevo tras un prompt de 5?

fails: steps
catalogue: KV-01
"""

from __future__ import annotations

from typing import Any

import torch

from ._in_torch import Cached


class CachedMiniGPT(Cached):
    """The right one with positions that count the tokens handed over."""

    def position_rows(self, n: int) -> Any:
        return self.positions(torch.arange(n))

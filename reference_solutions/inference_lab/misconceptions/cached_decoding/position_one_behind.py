"""
en: A new token is given the position of the one before it
es: A un token nuevo le toca la posición del anterior

done: After a prompt of n tokens the first new one is placed at n - 1, where the prompt's last token already stands.
why: Two tokens then claim the same place, and each step computes for the place before its own. The logits are near
    enough for a text that reads almost well.
try: Number the tokens of a prompt of 5 by hand, from 0, and go on with the first new one. Compare with the ids that
    your step uses.

hecho: Tras un prompt de n tokens, el primero nuevo se coloca en n - 1, donde ya está el último token del prompt.
por_que: Dos tokens dicen entonces estar en el mismo lugar, y cada paso calcula para el lugar anterior al suyo. Los
    logits se parecen lo bastante como para que el texto casi se lea bien.
prueba: Numera a mano, desde 0, los tokens de un prompt de 5, y sigue con el primero nuevo. Compáralo con los índices
    que usa tu paso.

fails: steps
catalogue: KV-02
"""

from __future__ import annotations

from typing import Any

import torch

from ._in_torch import Cached


class CachedMiniGPT(Cached):
    """The right one with positions of steps one too small."""

    def position_rows(self, n: int) -> Any:
        start = max(self.cached - 1, 0)
        return self.positions(torch.arange(start, start + n))

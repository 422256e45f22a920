"""
en: The position of a new token is one too large
es: La posición de un token nuevo se pasa en uno

done: In a step the position is read from the cache's length after the new token was added.
why: After a prompt of n tokens, numbered from 0, the next one is number n. Yours is n + 1: every step computes for a
    neighbouring place, and the last place of the context can't be used.
try: After a prompt of 5, print the position of the first new token. Then compare your logits with those of the
    uncached model for 6 tokens.

hecho: En cada paso, la posición se lee de la longitud de la caché cuando el token nuevo ya está dentro.
por_que: Tras un prompt de n tokens, numerados desde 0, el siguiente es el número n. El tuyo es n + 1: cada paso
    calcula para el lugar de al lado, y el último lugar del contexto no se puede usar.
prueba: Tras un prompt de 5, imprime la posición del primer token nuevo. Luego compara tus logits con los del modelo
    sin caché para 6 tokens.

fails: steps, context_limit
catalogue: KV-02
"""

from __future__ import annotations

from typing import Any

import torch

from ._in_torch import Cached


class CachedMiniGPT(Cached):
    """The right one with positions counted when the token is already in the cache."""

    def position_rows(self, n: int) -> Any:
        ahead = 1 if self.cached else 0
        return self.positions(torch.arange(self.cached + ahead, self.cached + ahead + n))

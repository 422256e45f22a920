"""
en: Places of the buffer that hold nothing yet are attended to
es: Se atiende a lugares del búfer que todavía están vacíos

done: Keys and values lie in a buffer with room for the whole context, and attention goes over places that nothing has
    been written to.
why: A key of zeros has the score 0, and e⁰ = 1 is a share like any other: the empty places take weight away from the
    tokens that are there. The fewer tokens there are, the more; with a full buffer nothing shows.
try: Print the weights of one step after a prompt of two tokens. How many of them are there, and how many tokens? Which
    part of the buffer is filled?

hecho: Las claves y los valores están en un búfer con sitio para todo el contexto, y la atención pasa por lugares en
    los que no se ha escrito nada.
por_que: Una clave de ceros tiene puntuación 0, y e⁰ = 1 es una parte como cualquier otra: los lugares vacíos quitan
    peso a los tokens que hay. Cuantos menos tokens, más; con el búfer lleno no se nota.
prueba: Imprime los pesos de un paso tras un prompt de dos tokens. ¿Cuántos pesos hay, y cuántos tokens? ¿Qué parte
    del búfer está llena?

fails: steps
catalogue: KV-05
"""

from __future__ import annotations

from typing import Any

import torch

from ._in_torch import Cached


class CachedMiniGPT(Cached):
    """The right one whose steps see the whole buffer."""

    def kept(self, layer: int, k: Any, v: Any) -> tuple[Any, Any]:
        k, v = super().kept(layer, k, v)
        return (k, v) if self.cached == 0 else (self.in_buffer(k), self.in_buffer(v))

    def in_buffer(self, filled: Any) -> Any:
        batch, heads, n, width = filled.shape
        empty = torch.zeros(batch, heads, self.context - n, width, dtype=filled.dtype, device=filled.device)
        return torch.cat((filled, empty), dim=2)

    def mask(self, n: int, total: int) -> Any:
        return super().mask(n, total) if self.cached == 0 else torch.ones(n, total, dtype=torch.bool)

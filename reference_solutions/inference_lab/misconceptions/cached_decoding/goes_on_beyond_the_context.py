"""
en: Beyond the context the last position is used again and again
es: Más allá del contexto se repite la última posición

done: When the text is longer than the table of positions, the index is held at its last row (by min or clamp, or by a
    remainder).
why: No error comes, but from there on all tokens claim the same place, or the place of an old one. The model has
    never seen such a text, and what it says is worth little.
try: Generate more tokens than the context holds and print the position of each. What would you want to be told there,
    or what could be dropped to make room?

hecho: Cuando el texto es más largo que la tabla de posiciones, el índice se queda en su última fila (con min o clamp,
    o con un resto).
por_que: No salta ningún error, pero a partir de ahí todos los tokens dicen estar en el mismo lugar, o en el de uno
    antiguo. El modelo no ha visto nunca un texto así, y lo que dice vale poco.
prueba: Genera más tokens de los que caben en el contexto e imprime la posición de cada uno. ¿Qué te gustaría que te
    dijera entonces, o qué se podría quitar para hacer sitio?

fails: context_limit
catalogue: KV-13
"""

from __future__ import annotations

from typing import Any

import torch

from ._in_torch import Cached


class CachedMiniGPT(Cached):
    """The right one with its positions held at the last."""

    def check_room(self, total: int) -> None:
        pass

    def position_rows(self, n: int) -> Any:
        return self.positions(torch.arange(self.cached, self.cached + n).clamp(max=self.context - 1))

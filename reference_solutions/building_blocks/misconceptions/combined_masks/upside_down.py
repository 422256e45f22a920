"""
en: The causal part is upside down
es: La parte causal está al revés

done: Each token sees itself and what comes after it.
why: Row i belongs to the token that looks, column j to the one that is looked at: allowed is j <= i, the lower
    triangle.
try: Whom may the first token see? Read its row.

hecho: Cada token se ve a sí mismo y a lo que viene detrás.
por_que: La fila i es del token que mira y la columna j, del que es mirado: se permite j <= i, el triángulo inferior.
prueba: ¿A quién puede ver el primer token? Lee su fila.

fails: future
"""

from __future__ import annotations

from typing import Any

from ....transformer.masks import causal_mask, padding_mask


def combine_masks(lengths: Any, n: int) -> Any:
    """The upper triangle."""
    return padding_mask(lengths, n)[:, None, None, :] & causal_mask(n).T

"""
en: The two masks are added up
es: Las dos máscaras se suman

done: You add the masks, so that the result holds 0, 1 and 2.
why: A sum isn't False where one of them is: 1 counts as allowed in masked_fill(mask == 0, ...), and that is the
    mistake of `or`.
try: Which of your three values must block, and which does?

hecho: Sumas las máscaras, así que el resultado tiene 0, 1 y 2.
por_que: Una suma no es False donde lo es una de las dos: 1 cuenta como permitido en masked_fill(mask == 0, ...), y
    ese es el error de `or`.
prueba: ¿Cuáles de tus tres valores deben bloquear y cuáles bloquean?

fails: future, padding, padded_rows, convention
"""

from __future__ import annotations

from typing import Any

from ....transformer.masks import causal_mask, padding_mask


def combine_masks(lengths: Any, n: int) -> Any:
    """A sum."""
    return padding_mask(lengths, n)[:, None, None, :].astype(int) + causal_mask(n).astype(int)

"""
en: A key is allowed where either mask allows it
es: Se permite una clave si la permite una de las dos máscaras

done: The two masks are joined by `or`.
why: True means: may attend. A token may attend where it isn't in the future AND isn't padding; joined by `or`, real
    tokens of the future and padding of the past are seen.
try: Write down the two truth values for a real token of the future. Which value must the combination have?

hecho: Las dos máscaras se unen con `or`.
por_que: True significa: puede atender. Un token puede atender donde no es futuro Y no es padding; unidas con `or`, se
    ven los tokens reales del futuro y el padding del pasado.
prueba: Escribe los dos valores de verdad de un token real del futuro. ¿Qué valor debe tener la combinación?

fails: future, padding, padded_rows, convention
"""

from __future__ import annotations

from typing import Any

from ....transformer.masks import causal_mask, padding_mask


def combine_masks(lengths: Any, n: int) -> Any:
    """Joined by or."""
    return padding_mask(lengths, n)[:, None, None, :] | causal_mask(n)

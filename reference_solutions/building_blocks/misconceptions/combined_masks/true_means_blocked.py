"""
en: True means blocked
es: True significa bloqueado

done: Your mask is True where a token may not attend.
why: Both conventions are in use (torch's nn.MultiheadAttention has yours). In this course True means: may attend. A
    mask in the other convention shows exactly the padding and the future.
try: Which tokens does F.scaled_dot_product_attention show when it gets your mask?

hecho: Tu máscara vale True donde un token no puede atender.
por_que: Se usan los dos convenios (nn.MultiheadAttention de torch tiene el tuyo). En este curso True significa: puede
    atender. Una máscara con el otro convenio muestra justo el padding y el futuro.
prueba: ¿Qué tokens muestra F.scaled_dot_product_attention cuando recibe tu máscara?

fails: convention
"""

from __future__ import annotations

from typing import Any

from ....transformer.masks import causal_mask, padding_mask


def combine_masks(lengths: Any, n: int) -> Any:
    """The complement."""
    return ~(padding_mask(lengths, n)[:, None, None, :] & causal_mask(n))

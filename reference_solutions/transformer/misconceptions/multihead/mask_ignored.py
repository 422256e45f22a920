"""
en: The mask doesn't reach the heads
es: La máscara no llega a las cabezas

done: The mask is a parameter of your forward, but the attention inside is called without it.
why: Every token sees every other, the future included. A model that may look at the next token while it learns to
    predict it learns nothing, and its loss looks wonderful.
try: Call your module with a mask under which each token sees only itself, and without any. Do the outputs differ? On
    which lines of your forward does the mask appear?

hecho: La máscara es un parámetro de tu forward, pero la atención de dentro se llama sin ella.
por_que: Cada token ve a todos los demás, incluido el futuro. Un modelo que puede mirar el token siguiente mientras
    aprende a predecirlo no aprende nada, y su pérdida parece maravillosa.
prueba: Llama a tu módulo con una máscara en la que cada token solo se vea a sí mismo, y sin ninguna. ¿Cambia la
    salida? ¿En qué líneas de tu forward aparece la máscara?

fails: mask_reaches_heads
catalogue: MK-04
"""

from __future__ import annotations

from collections.abc import Sequence

from ...multihead import AttentionWeights, Head
from ..attention.mask_ignored import attention
from ._around import Mask, Numbers, all_at_once, head_by_head


def multihead(X: Numbers, heads: Sequence[Head], W_O: Numbers, mask: Mask = None) -> Numbers:
    """The reference without its mask."""
    return head_by_head(attention, X, heads, W_O, mask)


def multi_head_attention(x: Numbers, weights: AttentionWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference without its mask."""
    return all_at_once(x, weights, n_heads, mask, attention)

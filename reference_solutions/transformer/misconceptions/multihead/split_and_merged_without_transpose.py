"""
en: Heads are cut and merged by reshapes alone
es: Las cabezas se cortan y se juntan solo con reshapes

done: Neither on the way in nor on the way out do the axes of tokens and heads change places.
why: The two mistakes undo each other in shape and in place, so it looks consistent. But each "head" is a stretch of
    the text attending to itself: the first tokens never meet the last ones.
try: Change the last token of a sequence of 8 and see which outputs move, without any mask. All of them should; which
    do?

hecho: Ni a la entrada ni a la salida se intercambian los ejes de los tokens y de las cabezas.
por_que: Los dos errores se compensan en forma y en lugar, así que parece coherente. Pero cada «cabeza» es un trozo
    del texto que se atiende a sí mismo: los primeros tokens no llegan a encontrarse con los últimos.
prueba: Cambia el último token de una secuencia de 8 y mira qué salidas se mueven, sin ninguna máscara. Deberían
    moverse todas; ¿cuáles lo hacen?

fails: values, equivariant, mask_reaches_heads
catalogue: MH-03
"""

from __future__ import annotations

from ...multihead import AttentionWeights
from ._around import Mask, Numbers, all_at_once


def multi_head_attention(x: Numbers, weights: AttentionWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference with reshapes alone, both ways."""
    return all_at_once(x, weights, n_heads, mask, split=_split, merge=_merge)


def _split(x: Numbers, n_heads: int) -> Numbers:
    *leading, n, d = x.shape
    return x.reshape(*leading, n_heads, n, d // n_heads)


def _merge(x: Numbers) -> Numbers:
    *leading, h, n, k = x.shape
    return x.reshape(*leading, n, h * k)

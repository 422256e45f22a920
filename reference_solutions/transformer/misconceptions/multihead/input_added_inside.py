"""
en: The attention adds its own input
es: La atención suma su propia entrada

done: The forward returns x + attention: the residual connection is already inside.
why: The block around it has its own residual connection, so x would be counted twice; and a module that adds its
    input can't be silenced by its weights. Each part should do one thing.
try: Set all of the module's weights to 0. What should come out, and what does?

hecho: El forward devuelve x + atención: la conexión residual ya va dentro.
por_que: El bloque que la rodea tiene su propia conexión residual, así que x contaría dos veces; y a un módulo que
    suma su entrada no se le puede hacer callar con los pesos. Cada pieza debería hacer una sola cosa.
prueba: Pon a 0 todos los pesos del módulo. ¿Qué debería salir, y qué sale?

fails: values, one_head
catalogue: MH-19
"""

from __future__ import annotations

from collections.abc import Sequence

from ... import multihead as reference
from ...multihead import AttentionWeights, Head
from ._around import Mask, Numbers


def multihead(X: Numbers, heads: Sequence[Head], W_O: Numbers, mask: Mask = None) -> Numbers:
    """The reference and its input."""
    return X + reference.multihead(X, heads, W_O, mask)


def multi_head_attention(x: Numbers, weights: AttentionWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference and its input."""
    return x + reference.multi_head_attention(x, weights, n_heads, mask)

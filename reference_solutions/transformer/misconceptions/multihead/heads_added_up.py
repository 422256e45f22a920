"""
en: The heads are added up
es: Las cabezas se suman

done: What the heads found is added, and the sum stands where each head should stand by itself.
why: In a sum nobody can tell who said what, and one head can cancel another. The paper puts the heads side by side so
    that W_O can listen to each of them.
try: For two heads that give 5 and -5 for some token, what arrives at W_O? How wide is the result of one head, how
    wide is what W_O expects?

hecho: Se suma lo que han encontrado las cabezas, y esa suma ocupa el lugar que debería tener cada cabeza por su
    cuenta.
por_que: En una suma no se distingue quién ha dicho qué, y una cabeza puede anular a otra. El artículo pone las
    cabezas una al lado de otra para que W_O pueda escuchar a cada una.
prueba: Si dos cabezas dan 5 y -5 para un token, ¿qué llega a W_O? ¿Qué ancho tiene el resultado de una cabeza, y qué
    ancho espera W_O?

fails: values
catalogue: MH-07
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...attention import attention
from ...multihead import AttentionWeights, Head
from ._around import Mask, Numbers, all_at_once


def multihead(X: Numbers, heads: Sequence[Head], W_O: Numbers, mask: Mask = None) -> Numbers:
    """The reference with the sum of the heads in each head's place."""
    outputs = [attention(X @ W_Q, X @ W_K, X @ W_V, mask)[0] for W_Q, W_K, W_V in heads]
    together: Numbers = np.tile(np.sum(outputs, axis=0), len(heads)) @ W_O
    return together


def multi_head_attention(x: Numbers, weights: AttentionWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference with the sum of the heads in each head's place."""
    return all_at_once(x, weights, n_heads, mask, merge=lambda z: np.concatenate([z.sum(axis=-3)] * n_heads, axis=-1))

"""
en: The heads are averaged
es: Se hace la media de las cabezas

done: What the heads found is averaged, and the mean stands where each head should stand by itself.
why: A mean can't tell who said what: if one head follows the subject and another the punctuation, W_O gets only the
    blur of both. Several heads are then hardly worth more than one.
try: Let the heads give 1, 2 and 3 for some token, and then 2, 2 and 2. Which numbers reach W_O in the two cases, and
    which should?

hecho: Se hace la media de lo que han encontrado las cabezas, y esa media ocupa el lugar que debería tener cada cabeza
    por su cuenta.
por_que: Una media no distingue quién ha dicho qué: si una cabeza sigue al sujeto y otra a la puntuación, a W_O solo
    le llega el borrón de las dos. Así varias cabezas apenas valen más que una.
prueba: Haz que las cabezas den 1, 2 y 3 para un token, y luego 2, 2 y 2. ¿Qué números llegan a W_O en cada caso, y
    cuáles deberían llegar?

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
    """The reference with the mean of the heads in each head's place."""
    outputs = [attention(X @ W_Q, X @ W_K, X @ W_V, mask)[0] for W_Q, W_K, W_V in heads]
    together: Numbers = np.tile(np.mean(outputs, axis=0), len(heads)) @ W_O
    return together


def multi_head_attention(x: Numbers, weights: AttentionWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference with the mean of the heads in each head's place."""
    return all_at_once(x, weights, n_heads, mask, merge=lambda z: np.concatenate([z.mean(axis=-3)] * n_heads, axis=-1))

"""
en: Only the first head gets the mask
es: Solo la primera cabeza recibe la máscara

done: The mask is used once, in the first head or by indexing the axis of the heads, and all the others see
    everything.
why: One open head is enough: W_O mixes the heads, and what one of them saw of the future is in the output of all.
try: Print the weights of each head under a causal mask. In which of them is the upper triangle 0?

hecho: La máscara se usa una sola vez, en la primera cabeza o por un índice en el eje de las cabezas, y todas las
    demás lo ven todo.
por_que: Basta una cabeza abierta: W_O mezcla las cabezas, y lo que una de ellas haya visto del futuro está en la
    salida de todas.
prueba: Imprime los pesos de cada cabeza con una máscara causal. ¿En cuáles es 0 el triángulo superior?

fails: mask_reaches_heads
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...attention import attention
from ...multihead import AttentionWeights, Head
from ._around import Mask, Numbers, all_at_once


def multihead(X: Numbers, heads: Sequence[Head], W_O: Numbers, mask: Mask = None) -> Numbers:
    """The reference with a mask for one head."""
    masks = [mask, *[None] * (len(heads) - 1)]
    outputs = [attention(X @ Q, X @ K, X @ V, m)[0] for (Q, K, V), m in zip(heads, masks, strict=True)]
    output: Numbers = np.concatenate(outputs, axis=-1) @ W_O
    return output


def multi_head_attention(x: Numbers, weights: AttentionWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference with a mask for one head."""
    return all_at_once(x, weights, n_heads, mask, _attention)


def _attention(Q: Numbers, K: Numbers, V: Numbers, mask: Mask) -> tuple[Numbers, Numbers]:
    output, weights = attention(Q, K, V)
    if mask is not None:
        masked, _ = attention(Q, K, V, mask)
        output[..., 0, :, :] = masked[..., 0, :, :]
    return output, weights

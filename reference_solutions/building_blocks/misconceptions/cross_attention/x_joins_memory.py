"""
en: x attends to itself and to memory at once
es: x se atiende a sí misma y a memory a la vez

done: Keys and values are made of x and memory, one after the other.
why: In the Transformer these are two layers: self-attention over the target with a causal mask, then cross-attention
    over the source. Joined like this, a target token also sees the targets after it.
try: How many columns do your weights have? Which of them belong to the source?

hecho: Claves y valores salen de x y memory, una detrás de otra.
por_que: En el Transformer son dos capas: autoatención sobre el destino con máscara causal y después atención cruzada
    sobre la fuente. Unidas así, un token del destino ve también los que vienen detrás.
prueba: ¿Cuántas columnas tienen tus pesos? ¿Cuáles pertenecen a la fuente?

fails: values, sources, weights
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....transformer.attention import attention


def cross_attention(x: Any, memory: Any, W_Q: Any, W_K: Any, W_V: Any) -> Any:
    """Keys and values of both."""
    both = np.concatenate([x, memory])
    return attention(x @ W_Q, both @ W_K, both @ W_V)

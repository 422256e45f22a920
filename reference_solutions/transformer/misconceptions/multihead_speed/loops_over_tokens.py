"""
en: A Python loop goes over the tokens
es: Un bucle de Python recorre los tokens

done: The right output, but within each head one token after the other.
why: Each turn of a Python loop costs microseconds, whatever is computed in it. A matrix product and one softmax over
    the last axis do the same for all queries at once, in compiled code: that is why attention is written in matrices,
    and why it runs on accelerators.
try: Measure your multi-head attention for 100 and for 200 tokens. Which line runs once for each token? What shape would
    its result have for all tokens together?

hecho: La salida correcta, pero dentro de cada cabeza un token tras otro.
por_que: Cada vuelta de un bucle de Python cuesta microsegundos, se calcule lo que se calcule en ella. Un producto de
    matrices y un único softmax sobre el último eje hacen lo mismo para todas las consultas a la vez, en código
    compilado: por eso la atención se escribe con matrices y por eso corre en aceleradores.
prueba: Mide tu atención multi-cabeza con 100 y con 200 tokens. ¿Qué línea se ejecuta una vez por token? ¿Qué
    forma tendría su resultado para todos los tokens juntos?

fails: vectorised
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...multihead import AttentionWeights, Head, merge_heads, split_heads
from ...softmax import softmax

Numbers = NDArray[np.float64]


def multihead(X: Numbers, heads: list[Head], W_O: Numbers, mask: NDArray[np.bool_] | None = None) -> Numbers:
    """As the reference, for one query at a time."""
    outputs = [_attended(X @ W_Q, X @ W_K, X @ W_V, mask) for W_Q, W_K, W_V in heads]
    return np.concatenate(outputs, axis=-1) @ W_O


def multi_head_attention(
    x: Numbers, weights: AttentionWeights, n_heads: int, mask: NDArray[np.bool_] | None = None
) -> Numbers:
    """As the reference, for one query at a time."""
    if x.shape[-1] % n_heads:
        raise ValueError(f"d_model = {x.shape[-1]} can't be cut into {n_heads} heads of equal size")
    Q = split_heads(x @ weights.W_Q + weights.b_Q, n_heads)
    K = split_heads(x @ weights.W_K + weights.b_K, n_heads)
    V = split_heads(x @ weights.W_V + weights.b_V, n_heads)
    return merge_heads(_attended(Q, K, V, mask)) @ weights.W_O + weights.b_O


def _attended(Q: Numbers, K: Numbers, V: Numbers, mask: NDArray[np.bool_] | None) -> Numbers:
    n = Q.shape[-2]
    allowed = np.ones((n, n), dtype=bool) if mask is None else mask
    allowed = np.broadcast_to(allowed, (*Q.shape[:-2], n, n))
    rows = []
    for index in np.ndindex(Q.shape[:-1]):
        scores = K[index[:-1]] @ Q[index] / np.sqrt(Q.shape[-1])
        rows.append(softmax(np.where(allowed[index], scores, -np.inf), axis=-1) @ V[index[:-1]])
    return np.stack(rows).reshape(*Q.shape[:-1], V.shape[-1])

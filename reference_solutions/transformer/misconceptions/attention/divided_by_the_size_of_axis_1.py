"""
en: Right for one matrix only: d_k is read from axis 1
es: Solo vale para una matriz: d_k se lee del eje 1

done: The number under your root is shape[1]. For a (n, d_k) matrix that is d_k.
why: As soon as a batch stands in front, shape[1] is the number of tokens or of heads, and the scores are scaled by a
    size that has nothing to do with their spread. No error is raised.
try: Print K.shape for one sentence, for a batch of sentences, and for a batch with heads. At which place, counted
    from behind, does d_k always stand?

hecho: El número que hay bajo tu raíz es shape[1]. En una matriz de (n, d_k), ese es d_k.
por_que: En cuanto hay un lote delante, shape[1] es el número de tokens o de cabezas, y las puntuaciones se escalan
    con un tamaño que no tiene nada que ver con su dispersión. No salta ningún error.
prueba: Imprime K.shape con una frase, con un lote de frases y con un lote con cabezas. ¿En qué lugar, contando desde
    atrás, está siempre d_k?

fails: batched
catalogue: AT-20
"""

from __future__ import annotations

import math

import torch


def attention(
    Q: torch.Tensor, K: torch.Tensor, V: torch.Tensor, mask: torch.Tensor | None = None
) -> tuple[torch.Tensor, torch.Tensor]:
    """In torch: only there batches are asked for."""
    scores = Q @ K.transpose(-2, -1) / math.sqrt(K.shape[1])
    if mask is not None:
        scores = scores.masked_fill(mask == 0, -math.inf)
    weights = torch.softmax(scores, dim=-1)
    return weights @ V, weights

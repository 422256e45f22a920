"""
en: The prompt is processed without a causal mask
es: El prompt se procesa sin máscara causal

done: With the cache in place the mask is left out, because a step with one query needs none. The prefill, which has
    many, gets none either.
why: In the prefill each token of the prompt sees those after it. From the second layer on their keys and values are
    others than in training, and they stay in the cache for the whole text.
try: Compare the logits of a prompt of 1 token and of 4 with those of the uncached model. Which of the two needs a
    mask, and of which shape?

hecho: Con la caché en marcha se quita la máscara, porque un paso con una sola consulta no la necesita. El prefill,
    que tiene muchas, también se queda sin ella.
por_que: En el prefill, cada token del prompt ve los que vienen después. Desde la segunda capa, sus claves y valores
    son otros que en el entrenamiento, y se quedan en la caché durante todo el texto.
prueba: Compara los logits de un prompt de 1 token y de uno de 4 con los del modelo sin caché. ¿Cuál de los dos
    necesita máscara, y de qué forma?

fails: prefill
catalogue: KV-03
"""

from __future__ import annotations

from typing import Any

import torch

from ._in_torch import Cached


class CachedMiniGPT(Cached):
    """The right one without a mask."""

    def mask(self, n: int, total: int) -> Any:
        return torch.ones(n, total, dtype=torch.bool)

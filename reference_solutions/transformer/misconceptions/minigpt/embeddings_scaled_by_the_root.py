"""
en: The token embeddings are multiplied by √d_model
es: Los embeddings de los tokens se multiplican por √d_model

done: Before the positions are added, the tokens are made √d_model times as large.
why: The paper of 2017 does this, for embeddings that start small and meet fixed sines of size 1. Here both tables are
    learned and start alike: scaled up, the tokens drown the positions.
try: Print the standard deviation of the tokens and of the positions just before you add them. Which of the two does
    the sum still tell you about?

hecho: Antes de sumar las posiciones, los tokens se hacen √d_model veces más grandes.
por_que: El artículo de 2017 lo hace, con embeddings que empiezan pequeños y se encuentran con senos fijos de tamaño
    1. Aquí las dos tablas se aprenden y empiezan iguales: agrandados, los tokens ahogan las posiciones.
prueba: Imprime la desviación típica de los tokens y la de las posiciones justo antes de sumarlas. ¿De cuál de las dos
    te habla todavía la suma?

fails: values
catalogue: GP-12
"""

from __future__ import annotations

import math

from ...minigpt import MiniGPTWeights
from ._stack import Ids, Numbers, headed, stacked


def minigpt(idx: Ids, weights: MiniGPTWeights, n_heads: int) -> Numbers:
    """The reference with larger tokens."""
    scale = math.sqrt(weights.token_embedding.shape[-1])
    x = scale * weights.token_embedding[idx] + weights.position_embedding[: idx.shape[-1]]
    return headed(stacked(x, weights, n_heads), weights)

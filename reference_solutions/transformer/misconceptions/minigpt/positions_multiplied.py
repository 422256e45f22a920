"""
en: The positions are multiplied, not added
es: Las posiciones se multiplican en vez de sumarse

done: Token and position embedding are combined by *, element by element.
why: Where a position's number is near 0 it wipes out that feature of every token that stands there. In a sum both
    stay readable, and each can be learned by itself.
try: Set the position table to zeros. What should the model still know about its tokens, and what does it?

hecho: Los embeddings de token y de posición se combinan con *, elemento a elemento.
por_que: Donde el número de una posición está cerca de 0, borra esa característica de cualquier token que caiga allí.
    En una suma ambos siguen siendo legibles, y cada uno se puede aprender por su cuenta.
prueba: Pon a ceros la tabla de posiciones. ¿Qué debería seguir sabiendo el modelo de sus tokens, y qué sabe?

fails: values
catalogue: PE-13
"""

from __future__ import annotations

from ...minigpt import MiniGPTWeights
from ._stack import Ids, Numbers, headed, stacked


def minigpt(idx: Ids, weights: MiniGPTWeights, n_heads: int) -> Numbers:
    """The reference with a product of the two embeddings."""
    x = weights.token_embedding[idx] * weights.position_embedding[: idx.shape[-1]]
    return headed(stacked(x, weights, n_heads), weights)

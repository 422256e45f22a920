"""
en: The table of positions is indexed by the tokens
es: La tabla de posiciones se indexa con los tokens

done: The position embedding is called with idx, the same argument as the token embedding.
why: Every "a" then gets the same "position", wherever it stands: the table is a second token embedding, and the order
    is lost. If the vocabulary is larger than the context, it's an IndexError besides.
try: Give your model the same token five times and print what the position table adds to each. Should the five rows be
    equal?

hecho: Al embedding de posiciones se le pasa idx, el mismo argumento que al de tokens.
por_que: Así cada «a» recibe la misma «posición», esté donde esté: la tabla es un segundo embedding de tokens, y el
    orden se pierde. Si el vocabulario es mayor que el contexto, además es un IndexError.
prueba: Dale a tu modelo el mismo token cinco veces e imprime lo que la tabla de posiciones suma a cada uno. ¿Deberían
    ser iguales las cinco filas?

fails: values, shapes, causal, order_matters, initial_loss, overfits
catalogue: PE-21
"""

from __future__ import annotations

from ...minigpt import MiniGPTWeights
from ._stack import Ids, Numbers, headed, stacked


def minigpt(idx: Ids, weights: MiniGPTWeights, n_heads: int) -> Numbers:
    """The reference with token ids in place of positions."""
    x = weights.token_embedding[idx] + weights.position_embedding[idx]
    return headed(stacked(x, weights, n_heads), weights)

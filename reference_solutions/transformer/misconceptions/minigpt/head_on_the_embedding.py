"""
en: The blocks have no effect on the logits
es: Los bloques no influyen en los logits

done: The blocks are missing, or their result isn't kept: the head gets the embeddings, not what the blocks made of
    them.
why: Each position then knows its own token and nothing else. Such a model can learn which letter follows which, and
    never a word.
try: Change the first token and look at the logits of the last position. They should move. In your loop over the
    blocks, where does the result of each go?

hecho: Los bloques faltan, o su resultado no se guarda: a la capa de salida le llegan los embeddings, y no lo que los
    bloques hicieron con ellos.
por_que: Cada posición conoce entonces su propio token y nada más. Un modelo así puede aprender qué letra sigue a
    cuál, y nunca una palabra.
prueba: Cambia el primer token y mira los logits de la última posición. Deberían moverse. En tu bucle sobre los
    bloques, ¿adónde va a parar el resultado de cada uno?

fails: values, order_matters
catalogue: GP-02
"""

from __future__ import annotations

from ...minigpt import MiniGPTWeights
from ._stack import Ids, Numbers, embedded, headed


def minigpt(idx: Ids, weights: MiniGPTWeights, n_heads: int) -> Numbers:
    """The reference without its blocks."""
    return headed(embedded(idx, weights), weights)

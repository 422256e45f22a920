"""
en: The positions aren't added
es: Las posiciones no se suman

done: Only the token embedding goes into the blocks. The table of positions may exist, but nothing of it reaches x.
why: Attention by itself takes its tokens as a bag: "the dog bites the man" and "the man bites the dog" are the same
    to it. Only the causal mask leaves a faint trace of the order.
try: Build a model with one layer and no dropout, swap two tokens in the middle of a text, and compare the logits at
    the last position. Where in your forward does the model learn who came first?

hecho: En los bloques solo entra el embedding de los tokens. La tabla de posiciones puede existir, pero nada de ella
    llega a x.
por_que: La atención por sí sola ve los tokens como un saco sin orden: «el perro muerde al hombre» y «el hombre muerde
    al perro» son lo mismo para ella. Solo la máscara causal deja un leve rastro del orden.
prueba: Construye un modelo con una sola capa y sin dropout, intercambia dos tokens en medio de un texto y compara los
    logits de la última posición. ¿En qué punto de tu forward se entera el modelo de quién iba antes?

fails: values, order_matters
catalogue: PE-15
"""

from __future__ import annotations

from ...minigpt import MiniGPTWeights
from ._stack import Ids, Numbers, headed, stacked


def minigpt(idx: Ids, weights: MiniGPTWeights, n_heads: int) -> Numbers:
    """The reference on tokens alone."""
    return headed(stacked(weights.token_embedding[idx], weights, n_heads), weights)

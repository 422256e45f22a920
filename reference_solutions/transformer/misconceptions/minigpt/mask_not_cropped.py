"""
en: The mask keeps the size of the context
es: La máscara conserva el tamaño del contexto

done: A mask of (context, context) is made once, and used as it is for texts of any length.
why: It fits only a text that fills the context. Every shorter one, and so every prompt, ends in an error of shapes.
try: Print the shapes of the scores and of the mask for a text of 5 tokens. Which part of the mask speaks of these 5?

hecho: Se crea una vez una máscara de (contexto, contexto), y se usa tal cual con textos de cualquier longitud.
por_que: Solo encaja con un texto que llene el contexto. Cualquiera más corto, y por tanto cualquier prompt, acaba en
    un error de formas.
prueba: Imprime las formas de las puntuaciones y de la máscara con un texto de 5 tokens. ¿Qué parte de la máscara
    habla de esos 5?

fails: values, shapes, initial_loss
catalogue: MK-19
"""

from __future__ import annotations

from ...masks import causal_mask
from ...minigpt import MiniGPTWeights
from ._stack import Ids, Numbers, embedded, headed, stacked


def minigpt(idx: Ids, weights: MiniGPTWeights, n_heads: int) -> Numbers:
    """The reference with a mask for a whole context."""
    mask = causal_mask(len(weights.position_embedding))
    return headed(stacked(embedded(idx, weights), weights, n_heads, mask), weights)

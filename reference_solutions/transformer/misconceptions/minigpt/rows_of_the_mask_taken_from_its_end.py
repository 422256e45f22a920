"""
en: The mask is cropped to its last rows
es: La máscara se recorta por sus últimas filas

done: Of the (context, context) mask you take the last n rows and the first n columns.
why: The last rows see nearly everything, so for a text shorter than the context the mask hides little or nothing. A
    text that fills the context comes out right, and hides the mistake.
try: For context = 8 and n = 3, print the piece of the mask that you use. Is it the lower triangle of a 3 by 3 mask?

hecho: De la máscara de (contexto, contexto) tomas las últimas n filas y las primeras n columnas.
por_que: Las últimas filas lo ven casi todo, así que con un texto más corto que el contexto la máscara oculta poco o
    nada. Un texto que llena el contexto sale bien, y eso esconde el error.
prueba: Con contexto = 8 y n = 3, imprime el trozo de máscara que usas. ¿Es el triángulo inferior de una máscara de 3
    por 3?

fails: values
catalogue: MK-20
"""

from __future__ import annotations

from ...masks import causal_mask
from ...minigpt import MiniGPTWeights
from ._stack import Ids, Numbers, embedded, headed, stacked


def minigpt(idx: Ids, weights: MiniGPTWeights, n_heads: int) -> Numbers:
    """The reference with other rows of the mask."""
    n = idx.shape[-1]
    mask = causal_mask(len(weights.position_embedding))[-n:, :n]
    return headed(stacked(embedded(idx, weights), weights, n_heads, mask), weights)

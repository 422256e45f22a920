"""
en: The positions start at 1
es: Las posiciones empiezan en 1

done: The first token gets row 1 of the table, and so on: the ids run from 1 to n.
why: Row 0 is never used and never learns, and a text as long as the context asks for a row that the table doesn't
    have.
try: Which rows does your table have for context = 8? Run the model on exactly 8 tokens, and print the ids with which
    you index it.

hecho: Al primer token le toca la fila 1 de la tabla, y así sucesivamente: los índices van de 1 a n.
por_que: La fila 0 no se usa nunca y nunca aprende, y un texto tan largo como el contexto pide una fila que la tabla
    no tiene.
prueba: ¿Qué filas tiene tu tabla con contexto = 8? Ejecuta el modelo con exactamente 8 tokens e imprime los índices
    con los que la consultas.

fails: values, shapes, causal, order_matters, initial_loss, overfits
catalogue: PE-07
"""

from __future__ import annotations

import numpy as np

from ...minigpt import MiniGPTWeights
from ._stack import Ids, Numbers, headed, stacked


def minigpt(idx: Ids, weights: MiniGPTWeights, n_heads: int) -> Numbers:
    """The reference with positions 1 to n, where n may be too many."""
    positions = np.arange(1, idx.shape[-1] + 1)
    x = weights.token_embedding[idx] + weights.position_embedding[positions]
    return headed(stacked(x, weights, n_heads), weights)

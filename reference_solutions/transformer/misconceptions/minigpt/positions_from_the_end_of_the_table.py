"""
en: The positions are taken from the end of the table
es: Las posiciones se toman del final de la tabla

done: For n tokens you take the last n rows of the position table, not the first n.
why: The same beginning of a text gets other positions for every length, so nothing can be learned about "the first
    token". Only a text that fills the context comes out right.
try: Print which row your first token gets for n = 2 and for n = 5. What would a table of house numbers be worth that
    starts at another number for every street length?

hecho: Para n tokens tomas las últimas n filas de la tabla de posiciones, y no las n primeras.
por_que: El mismo comienzo de un texto recibe otras posiciones con cada longitud, así que no se puede aprender nada
    sobre «el primer token». Solo sale bien un texto que llena el contexto.
prueba: Imprime qué fila le toca a tu primer token con n = 2 y con n = 5. ¿De qué servirían los números de una calle
    si empezaran en otro según lo larga que fuera?

fails: values
catalogue: GP-08
"""

from __future__ import annotations

from ...minigpt import MiniGPTWeights
from ._stack import Ids, Numbers, headed, stacked


def minigpt(idx: Ids, weights: MiniGPTWeights, n_heads: int) -> Numbers:
    """The reference with the table's last n rows."""
    positions = weights.position_embedding[-idx.shape[-1] :]
    return headed(stacked(weights.token_embedding[idx] + positions, weights, n_heads), weights)

"""
en: In the blocks the heads are cut by a reshape alone
es: En los bloques las cabezas se cortan solo con un reshape

done: Inside the attention, (batch, n, d_model) is viewed straight as (batch, heads, n, d_k).
why: Each head gets a stretch of the text in place of a stretch of every token's features. The causal mask then
    compares pieces that aren't tokens any more, and the future leaks.
try: For n = 4, d_model = 6 and 2 heads, fill x with its row numbers and print what head 0 gets. Are there numbers of
    all four rows in it?

hecho: Dentro de la atención, (lote, n, d_model) se ve directamente como (lote, cabezas, n, d_k).
por_que: Cada cabeza recibe un trozo del texto en lugar de un trozo de las características de cada token. La máscara
    causal compara entonces pedazos que ya no son tokens, y el futuro se filtra.
prueba: Con n = 4, d_model = 6 y 2 cabezas, llena x con el número de cada fila e imprime lo que recibe la cabeza 0.
    ¿Hay números de las cuatro filas?

fails: values, causal
catalogue: MH-02
"""

from __future__ import annotations

from ...minigpt import MiniGPTWeights
from ..multihead.split_without_transpose import multi_head_attention
from ._stack import Ids, Numbers, embedded, headed, layer_around, stacked


def minigpt(idx: Ids, weights: MiniGPTWeights, n_heads: int) -> Numbers:
    """The reference with heads cut by a reshape."""
    return headed(stacked(embedded(idx, weights), weights, n_heads, layer=layer_around(multi_head_attention)), weights)

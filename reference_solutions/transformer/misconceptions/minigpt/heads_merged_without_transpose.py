"""
en: In the blocks the heads are merged by a reshape alone
es: En los bloques las cabezas se juntan solo con un reshape

done: Inside the attention, (batch, heads, n, d_k) is reshaped straight to (batch, n, d_model).
why: Tokens are shuffled with heads: an early position gets numbers of later ones, mask or no mask. The loss falls all
    the better for it, and generation fails.
try: Change the last token and see which logits move. If early ones do, print the shape after each line of the
    attention, and say of each axis whose it is.

hecho: Dentro de la atención, (lote, cabezas, n, d_k) pasa con un reshape directo a (lote, n, d_model).
por_que: Los tokens se mezclan con las cabezas: una posición temprana recibe números de otras posteriores, haya
    máscara o no. La pérdida baja todavía mejor por eso, y la generación fracasa.
prueba: Cambia el último token y mira qué logits se mueven. Si se mueven los primeros, imprime la forma después de
    cada línea de la atención y di de cada eje de quién es.

fails: values, causal
catalogue: MH-01
"""

from __future__ import annotations

from ...minigpt import MiniGPTWeights
from ..multihead.merged_without_transpose import multi_head_attention
from ._stack import Ids, Numbers, embedded, headed, layer_around, stacked


def minigpt(idx: Ids, weights: MiniGPTWeights, n_heads: int) -> Numbers:
    """The reference with heads merged by a reshape."""
    return headed(stacked(embedded(idx, weights), weights, n_heads, layer=layer_around(multi_head_attention)), weights)

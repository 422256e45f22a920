"""
en: The blocks have no residual connections
es: Los bloques no tienen conexiones residuales

done: Each sublayer's result replaces x, where it should be added to x.
why: Whatever attention doesn't bring along is lost: a token forgets itself in the first block. And gradients must go
    through every layer, which only shallow models survive.
try: Set the weights of a block to 0. A block with residuals hands x through; what does yours give?

hecho: El resultado de cada subcapa sustituye a x, cuando debería sumarse a x.
por_que: Lo que la atención no trae consigo se pierde: un token se olvida de sí mismo en el primer bloque. Y los
    gradientes tienen que atravesar todas las capas, cosa a la que solo sobreviven los modelos poco profundos.
prueba: Pon a 0 los pesos de un bloque. Un bloque con residuales deja pasar x; ¿qué da el tuyo?

fails: values
catalogue: BL-01
"""

from __future__ import annotations

from ...block import BlockWeights, feed_forward, gelu, layer_norm
from ...minigpt import MiniGPTWeights
from ...multihead import multi_head_attention
from ._stack import Ids, Mask, Numbers, embedded, headed, stacked


def minigpt(idx: Ids, weights: MiniGPTWeights, n_heads: int) -> Numbers:
    """The reference with blocks that add nothing."""
    return headed(stacked(embedded(idx, weights), weights, n_heads, layer=_layer), weights)


def _layer(x: Numbers, weights: BlockWeights, n_heads: int, mask: Mask) -> Numbers:
    w = weights
    x = multi_head_attention(layer_norm(x, 1e-5, w.gain1, w.bias1), w.attention, n_heads, mask)
    return feed_forward(layer_norm(x, 1e-5, w.gain2, w.bias2), w.W1, w.b1, w.W2, w.b2, gelu)

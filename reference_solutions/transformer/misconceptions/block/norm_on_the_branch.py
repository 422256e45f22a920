"""
en: The norm acts on what a sublayer gives, before the sum
es: La normalización actúa sobre lo que da la subcapa, antes de la suma

done: Your block computes x + norm(f(x)) for both sublayers.
why: That is neither pre-LN, x + f(norm(x)), nor post-LN, norm(x + f(x)). The sublayer gets an x of any size, and its
    answer is then blown up to size 1, even where it had nothing to say.
try: Make the attention's weights a thousand times smaller. Should the block's output still change as much as before?
    In your code, what stands inside the norm's parentheses?

hecho: Tu bloque calcula x + norm(f(x)) en las dos subcapas.
por_que: Eso no es pre-LN, x + f(norm(x)), ni post-LN, norm(x + f(x)). A la subcapa le llega una x de cualquier tamaño,
    y su respuesta se infla luego a tamaño 1, aunque no tuviera nada que decir.
prueba: Haz mil veces más pequeños los pesos de la atención. ¿Debería seguir cambiando igual la salida del bloque? En tu
    código, ¿qué hay dentro de los paréntesis de la normalización?

fails: values, norm_order
catalogue: BL-05
"""

from __future__ import annotations

from ...block import BlockWeights, layer_norm
from ._around import Heads, Mask, Numbers, given_sublayers, norms_of, sublayers_of


def transformer_block(
    x: Numbers, heads: Heads, W_O: Numbers, W1: Numbers, b1: Numbers, W2: Numbers, b2: Numbers, mask: Mask = None
) -> Numbers:
    """The reference with its norms inside the sums."""
    for sublayer in given_sublayers(heads, W_O, W1, b1, W2, b2, mask):
        x = x + layer_norm(sublayer(x))
    return x


def pre_ln_block(x: Numbers, weights: BlockWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference with its norms after the sublayers."""
    for sublayer, norm in zip(sublayers_of(weights, n_heads, mask), norms_of(weights), strict=True):
        x = x + norm(sublayer(x))
    return x

"""
en: The activation comes after the FFN's second layer
es: La activación va después de la segunda capa de la FFN

done: Both layers come first, then the activation.
why: Between the layers there is nothing, so they are one linear map; and what the FFN adds to the stream is nearly
    never negative: it can push a feature up but hardly ever down.
try: Print the smallest number that your FFN gives for random inputs. Would you expect none below 0? Where does the
    formula, f(x W1 + b1) W2 + b2, close the parenthesis of f?

hecho: Primero van las dos capas, y luego la activación.
por_que: Entre las capas no hay nada, así que son una sola aplicación lineal; y lo que la FFN suma al flujo casi nunca
    es negativo: puede subir una característica, pero apenas bajarla.
prueba: Imprime el número más pequeño que da tu FFN con entradas al azar. ¿Esperarías que ninguno bajara de 0? ¿Dónde
    cierra la fórmula, f(x W1 + b1) W2 + b2, el paréntesis de f?

fails: values
catalogue: BL-07
"""

from __future__ import annotations

from ...block import BlockWeights, gelu, relu
from ._around import Heads, Mask, Numbers, given_sublayers, norms_of, post_ln, pre_ln, sublayers_of


def transformer_block(
    x: Numbers, heads: Heads, W_O: Numbers, W1: Numbers, b1: Numbers, W2: Numbers, b2: Numbers, mask: Mask = None
) -> Numbers:
    """The reference with ReLU at the end."""
    attend, feed = given_sublayers(heads, W_O, W1, b1, W2, b2, mask, _nothing)
    return post_ln(x, (attend, lambda z: relu(feed(z))))


def pre_ln_block(x: Numbers, weights: BlockWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference with GELU at the end."""
    attend, feed = sublayers_of(weights, n_heads, mask, _nothing)
    return pre_ln(x, (attend, lambda z: gelu(feed(z))), norms_of(weights))


def _nothing(hidden: Numbers) -> Numbers:
    return hidden

"""
en: The norms come before the sublayers (pre-LN)
es: Las normalizaciones van antes de las subcapas (pre-LN)

done: Your block computes x + f(norm(x)) for both sublayers, as most models do today. Asked was the paper's
    norm(x + f(x)).
why: Pre-LN isn't wrong, it's another block, and trains more easily. But what comes out of it was never normalised: its
    numbers grow from block to block, where the paper's leave every block with mean 0 and variance 1.
try: Print mean and variance of each token after your block. What would they be if the last thing it did were a norm?

hecho: Tu bloque calcula x + f(norm(x)) en las dos subcapas, como casi todos los modelos de hoy. Se pedía el
    norm(x + f(x)) del artículo.
por_que: Pre-LN no es un error, es otro bloque, y entrena con más facilidad. Pero lo que sale de él nunca se ha
    normalizado: sus números crecen de bloque en bloque, mientras que los del artículo salen siempre con media 0 y
    varianza 1.
prueba: Imprime la media y la varianza de cada token después de tu bloque. ¿Cuáles serían si lo último que hiciera
    fuese normalizar?

fails: norm_order
catalogue: BL-05
"""

from __future__ import annotations

from ...block import layer_norm
from ._around import Heads, Mask, Numbers, given_sublayers, pre_ln


def transformer_block(
    x: Numbers, heads: Heads, W_O: Numbers, W1: Numbers, b1: Numbers, W2: Numbers, b2: Numbers, mask: Mask = None
) -> Numbers:
    """Today's order in the place of the paper's."""
    return pre_ln(x, given_sublayers(heads, W_O, W1, b1, W2, b2, mask), (layer_norm, layer_norm))

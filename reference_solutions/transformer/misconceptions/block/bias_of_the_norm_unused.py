"""
en: The layer norm's bias isn't used
es: El sesgo de la normalización de capa no se usa

done: The normalised token is multiplied by the gain, and the bias is never added.
why: The bias starts at 0, so nothing shows until it's trained, and it never is: without a part in the output it gets no
    gradient. Each feature stays centred at 0 whatever the sublayer needs.
try: Set the bias to 5 by hand and call the block again. Does anything change? What are the two things that happen to a
    token after it has been normalised?

hecho: El token normalizado se multiplica por la ganancia, pero nunca se le suma el sesgo.
por_que: El sesgo empieza en 0, así que nada se nota hasta que se entrena, y nunca se entrena: si no interviene en la
    salida, no recibe gradiente. Cada característica queda centrada en 0, necesite lo que necesite la subcapa.
prueba: Pon el sesgo a 5 a mano y vuelve a llamar al bloque. ¿Cambia algo? ¿Qué dos cosas le pasan a un token después de
    normalizarlo?

fails: values
catalogue: LN-09
"""

from __future__ import annotations

from ...block import BlockWeights, layer_norm
from ._around import Mask, Numbers, pre_ln, sublayers_of


def pre_ln_block(x: Numbers, weights: BlockWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference with gains alone."""
    norms = (lambda z: layer_norm(z) * weights.gain1), (lambda z: layer_norm(z) * weights.gain2)
    return pre_ln(x, sublayers_of(weights, n_heads, mask), norms)

"""
en: The layer norm's gain and bias aren't used
es: La ganancia y el sesgo de la normalización de capa no se usan

done: Your layer norm holds a gain and a bias, but gives the normalised token as it is.
why: At the start gain is 1 and bias 0, so all looks well. But they never get a gradient: no training can ever let a
    sublayer hear one feature louder than another.
try: Multiply the gain by 2 by hand and call the block again. Does anything change? Print .grad of both after one
    backward().

hecho: Tu normalización de capa tiene ganancia y sesgo, pero devuelve el token normalizado tal cual.
por_que: Al principio la ganancia es 1 y el sesgo 0, así que todo parece correcto. Pero nunca reciben gradiente: por
    mucho que se entrene, una subcapa no podrá oír una característica más fuerte que otra.
prueba: Multiplica la ganancia por 2 a mano y vuelve a llamar al bloque. ¿Cambia algo? Imprime el .grad de las dos
    después de un backward().

fails: values
catalogue: LN-09
"""

from __future__ import annotations

from ...block import BlockWeights, layer_norm
from ._around import Mask, Numbers, pre_ln, sublayers_of


def pre_ln_block(x: Numbers, weights: BlockWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference with norms of gain 1 and bias 0, whatever they are."""
    return pre_ln(x, sublayers_of(weights, n_heads, mask), (layer_norm, layer_norm))

"""
en: The norms come after the sums (post-LN)
es: Las normalizaciones van después de las sumas (post-LN)

done: Your block computes norm(x + f(x)) for both sublayers, as the paper of 2017 does. Asked was x + f(norm(x)).
why: Post-LN isn't wrong, it's another block: every norm lies across the residual stream, so nothing runs straight
    through, and deep models need a careful warm-up. Pre-LN leaves that road open.
try: Follow x from the input to the output of your block with a finger. How many norms does it cross on the way? On
    which side of the norm does the + stand in pre-LN?

hecho: Tu bloque calcula norm(x + f(x)) en las dos subcapas, como el artículo de 2017. Se pedía x + f(norm(x)).
por_que: Post-LN no es un error, es otro bloque: cada normalización se cruza en el flujo residual, así que nada lo
    recorre en línea recta, y los modelos profundos necesitan un calentamiento cuidadoso. Pre-LN deja libre ese camino.
prueba: Sigue con el dedo el camino de x desde la entrada hasta la salida de tu bloque. ¿Cuántas normalizaciones
    cruza? ¿A qué lado de la normalización está el + en pre-LN?

fails: norm_order
catalogue: BL-05
"""

from __future__ import annotations

from ...block import BlockWeights, post_ln_block
from ._around import Mask, Numbers


def pre_ln_block(x: Numbers, weights: BlockWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The paper's order in the place of the one that was asked."""
    return post_ln_block(x, weights, n_heads, mask)

"""
en: The normalised x is added, not x
es: Se suma la x normalizada, y no x

done: In pre-LN you normalise x, and from there on go on with the normalised one: it goes into the sublayer and into
    the sum.
why: The stream is then normalised twice in every block, and it is no longer true that x goes through untouched. It
    looks like pre-LN and behaves like neither of the two orders.
try: Let attention and ffn give zeros. Should x come out as it went in? How many names do you need for x and its norm?

hecho: En pre-LN normalizas x y sigues con la normalizada: es ella la que entra en la subcapa y también en la suma.
por_que: Así el flujo se normaliza dos veces en cada bloque, y deja de ser cierto que x lo cruza intacta. Parece
    pre-LN y no se comporta como ninguno de los dos órdenes.
prueba: Haz que attention y ffn den ceros. ¿Debería salir x tal como entró? ¿Cuántos nombres necesitas para x y su
    norma?

fails: pre_values, pre_residuals
catalogue: BL-02
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...block_orders import Sublayer


def pre_ln_forward(
    x: NDArray[np.float64], attention: Sublayer, ffn: Sublayer, norm1: Sublayer, norm2: Sublayer
) -> NDArray[np.float64]:
    """As the reference, with the normalised x in the sums."""
    z = norm1(x)
    y = z + attention(z)
    z = norm2(y)
    return z + ffn(z)

"""
en: In post-LN the two norms are exchanged
es: En post-LN las dos normas están intercambiadas

done: norm2 is applied to the first sum and norm1 to the second.
why: While both are new they do the same, so nobody notices. But each has learned a gain and a bias that suit what
    comes after it: weights from elsewhere give other numbers in your block.
try: In the formula, which sublayer does norm1 belong to? Let norm1 alone give zeros: which of the two sublayers should
    notice?

hecho: norm2 se aplica a la primera suma y norm1 a la segunda.
por_que: Mientras son nuevas las dos hacen lo mismo, y nadie lo nota. Pero cada una ha aprendido una ganancia y un
    sesgo ajustados a lo que viene después: con pesos de otro sitio, tu bloque da otros números.
prueba: En la fórmula, ¿a qué subcapa acompaña norm1? Haz que solo norm1 dé ceros: ¿cuál de las dos subcapas debería
    notarlo?

fails: post_values, post_norms
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...block_orders import Sublayer


def post_ln_forward(
    x: NDArray[np.float64], attention: Sublayer, ffn: Sublayer, norm1: Sublayer, norm2: Sublayer
) -> NDArray[np.float64]:
    """As the reference, with the norms exchanged."""
    y = norm2(x + attention(x))
    return norm1(y + ffn(y))

"""
en: In pre-LN the two norms are exchanged
es: En pre-LN las dos normas están intercambiadas

done: norm2 stands before the attention and norm1 before the network.
why: While both are new they do the same, so nobody notices. But each has learned a gain and a bias that suit what
    comes after it: weights from elsewhere give other numbers in your block.
try: In the formula, which sublayer does norm1 belong to? Let norm1 alone give zeros: which of the two sublayers should
    notice?

hecho: norm2 está antes de la atención y norm1 antes de la red.
por_que: Mientras son nuevas las dos hacen lo mismo, y nadie lo nota. Pero cada una ha aprendido una ganancia y un
    sesgo ajustados a lo que viene después: con pesos de otro sitio, tu bloque da otros números.
prueba: En la fórmula, ¿a qué subcapa acompaña norm1? Haz que solo norm1 dé ceros: ¿cuál de las dos subcapas debería
    notarlo?

fails: pre_values, pre_norms
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...block_orders import Sublayer


def pre_ln_forward(
    x: NDArray[np.float64], attention: Sublayer, ffn: Sublayer, norm1: Sublayer, norm2: Sublayer
) -> NDArray[np.float64]:
    """As the reference, with the norms exchanged."""
    y = x + attention(norm2(x))
    return y + ffn(norm1(y))

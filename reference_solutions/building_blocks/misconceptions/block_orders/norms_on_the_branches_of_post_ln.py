"""
en: In post-LN the norms act on the sublayers' outputs, not on the sums
es: En post-LN las normas actúan sobre lo que dan las subcapas y no sobre las sumas

done: You compute x + norm(f(x)), where post-LN is norm(x + f(x)).
why: The norm comes after the sublayer in both, but here the sum itself is never normalised: what flows through the
    stack grows with every block, and that was to be prevented.
try: Let a sublayer give zeros. What should one half of a post-LN block make of x, and what does yours?

hecho: Calculas x + norma(f(x)), y post-LN es norma(x + f(x)).
por_que: En los dos casos la norma va después de la subcapa, pero aquí la suma no se normaliza nunca: lo que circula
    por la pila crece con cada bloque, y eso es lo que había que evitar.
prueba: Haz que una subcapa dé ceros. ¿Qué debería hacer con x la mitad de un bloque post-LN, y qué hace la tuya?

fails: post_values, post_norms
catalogue: BL-05
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...block_orders import Sublayer


def post_ln_forward(
    x: NDArray[np.float64], attention: Sublayer, ffn: Sublayer, norm1: Sublayer, norm2: Sublayer
) -> NDArray[np.float64]:
    """The sums stay as they are."""
    y = x + norm1(attention(x))
    return y + norm2(ffn(y))

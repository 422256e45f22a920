"""
en: The mask isn't used
es: La máscara no se usa

done: The function takes a mask, and computes as if there were none.
why: Padding is then read, and in a decoder every token sees the future: the loss becomes very good and the texts very
    bad.
try: Call it with a causal mask and change the last token. Which outputs may change?

hecho: La función recibe una máscara y calcula como si no la hubiera.
por_que: Entonces se lee el padding, y en un decoder cada token ve el futuro: la pérdida sale muy buena y los textos
    muy malos.
prueba: Llámala con una máscara causal y cambia el último token. ¿Qué salidas pueden cambiar?

fails: mask
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....transformer.attention import attention


def grouped_query_attention(Q: Any, K: Any, V: Any, mask: Any = None) -> Any:
    """As the reference, without the mask."""
    group = Q.shape[-3] // K.shape[-3]
    return attention(Q, np.repeat(K, group, axis=-3), np.repeat(V, group, axis=-3))

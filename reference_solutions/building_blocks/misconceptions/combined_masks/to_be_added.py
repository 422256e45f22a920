"""
en: The mask is to be added to the scores
es: La máscara es para sumarla a las puntuaciones

done: Your mask holds 0 where a token may attend and minus infinity where it may not.
why: Both kinds are in use. In this course a mask holds True and False, and the attention fills the scores; in it,
    your 0 means blocked.
try: What would masked_fill(mask == 0, ...) make of your mask?

hecho: Tu máscara tiene 0 donde un token puede atender y menos infinito donde no.
por_que: Se usan las dos clases. En este curso una máscara tiene True y False, y la atención rellena las puntuaciones;
    ahí tu 0 significa bloqueado.
prueba: ¿Qué haría masked_fill(mask == 0, ...) con tu máscara?

fails: convention
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....transformer.masks import causal_mask, padding_mask


def combine_masks(lengths: Any, n: int) -> Any:
    """0 and minus infinity."""
    allowed = padding_mask(lengths, n)[:, None, None, :] & causal_mask(n)
    return np.where(allowed, 0.0, -np.inf)

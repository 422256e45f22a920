"""
en: In the padding mask True marks the padding
es: En la máscara de padding, True marca el relleno

done: Your True stands where there is only padding. In this course True stands for the real tokens.
why: An attention that keeps what is True would then read the filling and skip the text. All shapes fit, so nobody is
    warned.
try: Call padding_mask([2], 5) and count the True. Should there be two of them or three?

hecho: Tu True está donde solo hay relleno. En este curso, True está en los tokens reales.
por_que: Una atención que conserva lo que es True leería entonces el relleno y se saltaría el texto. Las formas
    encajan todas, así que nadie se entera.
prueba: Llama a padding_mask([2], 5) y cuenta los True. ¿Deberían ser dos o tres?

fails: padding
catalogue: MK-06
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def padding_mask(lengths: Sequence[int] | NDArray[np.integer], n_max: int) -> NDArray[np.bool_]:
    """The reference's complement."""
    return np.arange(n_max) >= np.asarray(lengths)[:, None]

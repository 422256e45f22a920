"""
en: The frequencies are spread to the very end
es: Las frecuencias se reparten hasta el extremo

done: Your slowest pair has a frequency of exactly 1/10000: you divide by the number of steps between the pairs, not
    by the number of pairs.
why: It is another spacing, which some libraries use; all pairs but the first turn a little too slowly here. The
    further the position, the less the values have in common with the right ones.
try: Print your last frequency for d_model = 4 and for d_model = 64. In the formula of this course, does it ever reach
    1/10000?

hecho: Tu pareja más lenta tiene una frecuencia de exactamente 1/10000: divides por el número de pasos entre parejas,
    no por el número de parejas.
por_que: Es otro reparto, que usan algunas bibliotecas; aquí todas las parejas menos la primera giran un poco
    despacio. Cuanto más lejana es la posición, menos se parecen los valores a los correctos.
prueba: Imprime tu última frecuencia con d_model = 4 y con d_model = 64. En la fórmula de este curso, ¿llega alguna
    vez a 1/10000?

fails: values, far_positions
catalogue: PE-09
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def positional_encoding(n_positions: int, d_model: int) -> NDArray[np.float64]:
    """The exponents i / (d/2 - 1)."""
    angles = np.outer(np.arange(n_positions), 10000.0 ** -np.linspace(0.0, 1.0, (d_model + 1) // 2))
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(n_positions, -1)[:, :d_model]

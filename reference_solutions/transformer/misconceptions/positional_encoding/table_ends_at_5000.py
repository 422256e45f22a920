"""
en: The table ends at 5000 rows
es: La tabla se acaba en 5000 filas

done: A fixed table of 5000 positions is made and its first rows are handed out, however many were asked for.
why: One of the good things about this formula is that it has no end: any position has a code. Cut off in silence, a
    longer text gets fewer rows than it has tokens.
try: Print len(positional_encoding(6000, 4)). Where does the 5000 stand, and who asked for it?

hecho: Se crea una tabla fija de 5000 posiciones y se entregan sus primeras filas, se pidan las que se pidan.
por_que: Una de las virtudes de esta fórmula es que no tiene fin: cualquier posición tiene su código. Cortada en
    silencio, a un texto más largo le tocan menos filas que tokens tiene.
prueba: Imprime len(positional_encoding(6000, 4)). ¿Dónde está escrito el 5000, y quién lo ha pedido?

fails: far_positions
catalogue: PE-17
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ... import positional_encoding as reference


def positional_encoding(n_positions: int, d_model: int) -> NDArray[np.float64]:
    """The reference's first 5000 rows at most."""
    return reference.positional_encoding(min(n_positions, 5000), d_model)

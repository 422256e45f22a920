"""
en: Neighbours are paired, the angles are laid out for halves
es: Los pares son vecinos, los ángulos están colocados por mitades

done: Features 2i and 2i + 1 are turned together, but the table of angles holds θ_0 ... θ_(d/2-1) twice, one after the
    other.
why: There are two layouts in use, pairs side by side and two halves, and each needs its own table. Mixed, the two
    features of a pair get different angles: no rotation, and no dependence on the distance alone.
try: Print the angles of features 0 and 1 at position 1. If these two are a pair, what must hold for the two numbers?

hecho: Los rasgos 2i y 2i + 1 giran juntos, pero la tabla de ángulos tiene θ_0 ... θ_(d/2-1) dos veces, una detrás de
    otra.
por_que: Se usan dos disposiciones, pares vecinos y dos mitades, y cada una necesita su propia tabla. Mezcladas, los
    dos rasgos de un par reciben ángulos distintos: ni es una rotación ni todo depende solo de la distancia.
prueba: Imprime los ángulos de los rasgos 0 y 1 en la posición 1. Si esos dos forman un par, ¿qué deben cumplir los
    dos números?

fails: values, keeps_lengths, relative
catalogue: PE-22
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Places = NDArray[np.integer]


def rope(x: Numbers, positions: Places | None = None, base: float = 10000.0) -> Numbers:
    """Pairs side by side, the table of angles for halves."""
    n, d = x.shape[-2:]
    positions = np.arange(n) if positions is None else positions
    angles = np.outer(positions, base ** (-np.arange(0, d, 2) / d))
    both = np.concatenate([angles, angles], axis=-1)
    partner = np.stack([-x[..., 1::2], x[..., 0::2]], axis=-1).reshape(x.shape)
    turned: Numbers = x * np.cos(both) + partner * np.sin(both)
    return turned

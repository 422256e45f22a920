"""
en: Halves are paired, the angles are laid out for neighbours
es: Los pares son mitades, los ángulos están colocados por vecinos

done: Features i and i + d/2 are turned together, but the table of angles holds each angle twice in a row: θ_0, θ_0,
    θ_1, θ_1, ...
why: There are two layouts in use, pairs side by side and two halves, and each needs its own table. Mixed, the two
    features of a pair get different angles: no rotation, and no dependence on the distance alone.
try: Print the angles of features 0 and d/2 at position 1. If these two are a pair, what must hold for the two
    numbers?

hecho: Los rasgos i e i + d/2 giran juntos, pero la tabla de ángulos tiene cada ángulo dos veces seguidas: θ_0, θ_0,
    θ_1, θ_1, ...
por_que: Se usan dos disposiciones, pares vecinos y dos mitades, y cada una necesita su propia tabla. Mezcladas, los
    dos rasgos de un par reciben ángulos distintos: ni es una rotación ni todo depende solo de la distancia.
prueba: Imprime los ángulos de los rasgos 0 y d/2 en la posición 1. Si esos dos forman un par, ¿qué deben cumplir los
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
    """The mixture as seen with the halves laid side by side."""
    n, d = x.shape[-2:]
    positions = np.arange(n) if positions is None else positions
    angles = np.outer(positions, base ** (-np.arange(0, d, 2) / d))
    both = np.repeat(angles, 2, axis=-1)
    both = np.stack([both[:, : d // 2], both[:, d // 2 :]], axis=-1).reshape(both.shape)
    partner = np.stack([-x[..., 1::2], x[..., 0::2]], axis=-1).reshape(x.shape)
    turned: Numbers = x * np.cos(both) + partner * np.sin(both)
    return turned

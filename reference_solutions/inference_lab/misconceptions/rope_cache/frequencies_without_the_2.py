"""
en: The frequencies fall half as fast as they should
es: Las frecuencias bajan la mitad de rápido de lo debido

done: Pair i turns with 10000^(-i/d), which is 100^(-2i/d), where 10000^(-2i/d) is meant: a 2 is missing, or the base
    is another.
why: There are d/2 pairs, and the exponent must go from 0 nearly to 1 over them. Yours stops at one half, so even the
    slowest pair turns a hundred times as fast as meant, and a model that was trained with the formula can't be read.
try: Print your frequencies for d = 8. Is the second one 0.1?

hecho: El par i gira con 10000^(-i/d), que es 100^(-2i/d), donde debía ser 10000^(-2i/d): falta un 2, o la base es
    otra.
por_que: Hay d/2 pares, y el exponente debe ir de 0 a casi 1 a lo largo de ellos. El tuyo se queda en un medio, así que
    hasta el par más lento gira unas cien veces más rápido de lo debido, y un modelo entrenado con la fórmula no se
    puede usar.
prueba: Imprime tus frecuencias para d = 8. ¿Es la segunda 0.1?

fails: values, keys_turned
"""

from __future__ import annotations

import numpy as np

from ._step import Answer, Floats, added, mixed


def _turned(x: Floats, position: int) -> Floats:
    """One vector (d,), pairs side by side."""
    angles = position * 10000.0 ** (-np.arange(len(x) // 2) / len(x))
    even, odd = x[0::2], x[1::2]
    pairs = (even * np.cos(angles) - odd * np.sin(angles), even * np.sin(angles) + odd * np.cos(angles))
    return np.stack(pairs, axis=-1).reshape(x.shape)


def rope_with_cache(q: Floats, k: Floats, v: Floats, k_cache: Floats, v_cache: Floats) -> Answer:
    """The right one with other frequencies."""
    position = len(k_cache)
    k_cache, v_cache = added(k_cache, _turned(k, position)), added(v_cache, v)
    return mixed(_turned(q, position), k_cache, v_cache), k_cache, v_cache

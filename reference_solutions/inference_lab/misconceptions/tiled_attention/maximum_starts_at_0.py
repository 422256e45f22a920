"""
en: The running maximum starts at 0
es: El máximo empieza en 0

done: Before the first tile your maximum is 0, as if a score of 0 had been seen.
why: If all scores lie far below 0, that 0 stays the maximum, every exponential is 0, and 0/0 is NaN. The largest of
    no numbers at all is -∞.
try: Let all scores be near -1 000. What are your running maximum and your denominator after the last tile?

hecho: Antes del primer bloque tu máximo es 0, como si ya se hubiera visto una puntuación de 0.
por_que: Si todas las puntuaciones están muy por debajo de 0, ese 0 sigue siendo el máximo, todas las exponenciales
    son 0, y 0/0 es NaN. El mayor de ningún número es -∞.
prueba: Haz que todas las puntuaciones estén cerca de -1 000. ¿Cuánto valen tu máximo y tu denominador tras el último
    bloque?

fails: stable
"""

from __future__ import annotations

from ._tiles import Floats, online


def tiled_attention(Q: Floats, K: Floats, V: Floats, block_size: int) -> Floats:
    """0 for -inf at the start."""
    return online(Q, K, V, block_size, start=0.0)

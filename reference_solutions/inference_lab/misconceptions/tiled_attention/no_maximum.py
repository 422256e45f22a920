"""
en: No maximum is subtracted
es: No se resta ningún máximo

done: You sum up exp(scores) tile by tile. Without a maximum nothing has to be rescaled, and the result is right for
    small scores.
why: exp overflows above 709 in float64 and above 88 in float32; inf/inf is NaN, and one NaN spoils a whole row. Far
    below 0 all exponentials are 0, and so is the denominator.
try: Multiply the queries by 1 000. What does np.exp make of the scores?

hecho: Sumas exp(puntuaciones) bloque a bloque. Sin máximo no hay nada que reescalar, y con puntuaciones pequeñas el
    resultado es correcto.
por_que: exp se desborda por encima de 709 en float64 y de 88 en float32; inf/inf es NaN, y un NaN estropea toda una
    fila. Muy por debajo de 0 todas las exponenciales son 0, y el denominador también.
prueba: Multiplica las consultas por 1 000. ¿Qué hace np.exp con las puntuaciones?

fails: stable
catalogue: SM-01
"""

from __future__ import annotations

from ._tiles import Floats, online


def tiled_attention(Q: Floats, K: Floats, V: Floats, block_size: int) -> Floats:
    """The maximum is 0 throughout."""
    return online(Q, K, V, block_size, start=0.0, track=False)

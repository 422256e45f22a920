"""
en: The denominator isn't rescaled
es: El denominador no se reescala

done: When a later tile brings a larger score, you correct the sum of the values, but not the sum of the exponentials
    that you divide by.
why: Numerator and denominator must be relative to the same maximum, or their quotient isn't an average: the weights
    add up to less than 1 as soon as the maximum changes.
try: Make all values 1. What should come out for every query, whatever the scores are?

hecho: Cuando un bloque posterior trae una puntuación mayor, corriges la suma de los valores, pero no la suma de
    exponenciales por la que divides.
por_que: Numerador y denominador deben referirse al mismo máximo, o su cociente no es un promedio: los pesos suman
    menos de 1 en cuanto cambia el máximo.
prueba: Pon todos los valores a 1. ¿Qué debería salir para cada consulta, sean cuales sean las puntuaciones?

fails: values, any_block_size, sums_to_one
"""

from __future__ import annotations

from ._tiles import Floats, online


def tiled_attention(Q: Floats, K: Floats, V: Floats, block_size: int) -> Floats:
    """The denominator stays as it is."""
    return online(Q, K, V, block_size, rescale_total=False)

"""
en: The sum of the values isn't rescaled
es: La suma de los valores no se reescala

done: When a later tile brings a larger score, you correct the denominator, but not the values that you have summed up
    so far.
why: Every exponential in a sum must be relative to the same maximum. The earlier ones are relative to an old, lower
    one and therefore too large: the first tile counts too much, and the weights don't add up to 1.
try: Take two tiles of one key each with scores 0 and 3, and write down what your sums hold after each tile. By which
    factor must everything from before change when the maximum goes from 0 to 3?

hecho: Cuando un bloque posterior trae una puntuación mayor, corriges el denominador, pero no los valores que llevas
    sumados.
por_que: Todas las exponenciales de una suma deben referirse al mismo máximo. Las anteriores se refieren a uno viejo y
    más bajo, así que son demasiado grandes: el primer bloque cuenta de más, y los pesos no suman 1.
prueba: Toma dos bloques de una clave cada uno, con puntuaciones 0 y 3, y apunta qué contienen tus sumas tras cada
    bloque. ¿Por qué factor tiene que cambiar todo lo anterior cuando el máximo pasa de 0 a 3?

fails: values, any_block_size, sums_to_one
"""

from __future__ import annotations

from ._tiles import Floats, online


def tiled_attention(Q: Floats, K: Floats, V: Floats, block_size: int) -> Floats:
    """The numerator stays as it is."""
    return online(Q, K, V, block_size, rescale_weighted=False)

"""
en: The scores are divided by √d_k twice
es: Las puntuaciones se dividen dos veces por √d_k

done: √d_k is applied in two places, say to the queries before the loop and to the scores in it: together you divide
    by d_k.
why: The weights become too even, all the more the wider the head. Algorithms that scale the queries once at the start
    do so in order not to scale every tile.
try: Search your function for every place with √d_k or d_k ** 0.5. How many of them does a single score pass through?

hecho: √d_k se aplica en dos sitios, por ejemplo a las consultas antes del bucle y a las puntuaciones dentro: en total
    divides por d_k.
por_que: Los pesos quedan demasiado parejos, tanto más cuanto más ancha es la cabeza. Los algoritmos que escalan las
    consultas una vez al principio lo hacen para no escalar cada bloque.
prueba: Busca en tu función todos los sitios con √d_k o d_k ** 0.5. ¿Por cuántos de ellos pasa una misma puntuación?

fails: values, scaled
catalogue: AT-02
"""

from __future__ import annotations

from ._tiles import Floats, online


def tiled_attention(Q: Floats, K: Floats, V: Floats, block_size: int) -> Floats:
    """Divided by d_k."""
    return online(Q, K, V, block_size, divisor=float(Q.shape[1]))

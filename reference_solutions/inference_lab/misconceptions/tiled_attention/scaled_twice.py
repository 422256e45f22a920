"""
en: The scores are divided by d_k, not by its root
es: Las puntuaciones se dividen por d_k, no por su raíz

done: You divide by d_k: at once, or by √d_k in two places, say the queries before the loop and the scores in it.
why: The weights become too even, all the more the wider the head: a dot product of d_k independent terms spreads like
    √d_k. Algorithms that scale the queries once at the start do so in order not to scale every tile.
try: Search your function for every place where something is divided by d_k or by its root. What does a single score
    lose on its way, in all?

hecho: Divides por d_k: de una vez, o por √d_k en dos sitios, por ejemplo las consultas antes del bucle y las
    puntuaciones dentro.
por_que: Los pesos quedan demasiado parejos, tanto más cuanto más ancha es la cabeza: un producto escalar de d_k
    términos independientes se dispersa como √d_k. Los algoritmos que escalan las consultas una vez al principio
    lo hacen para no escalar cada bloque.
prueba: Busca en tu función todos los sitios donde se divide por d_k o por su raíz. ¿Por cuánto se divide en total una
    misma puntuación?

fails: values, scaled
catalogue: AT-02
"""

from __future__ import annotations

from ._tiles import Floats, online


def tiled_attention(Q: Floats, K: Floats, V: Floats, block_size: int) -> Floats:
    """Divided by d_k."""
    return online(Q, K, V, block_size, divisor=float(Q.shape[1]))

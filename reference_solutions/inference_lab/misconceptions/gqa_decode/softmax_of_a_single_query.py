"""
en: The softmax runs over an axis of a single query
es: El softmax recorre un eje con una sola consulta

done: All weights are 1, so that the output is the sum of all cached values: what comes of a softmax along an axis that
    is 1 long, as with K qᵀ in the place of q Kᵀ.
why: Softmax shares 1 out along its axis. In a decoding step there is only one query: on its axis it has nobody to share
    with. The keys are what the weights of a query are shared out among.
try: Print the shape of your scores, and the sum of one head's weights. Which of the axes is as long as the cache?

hecho: Todos los pesos valen 1 y la salida es la suma de todos los valores guardados: lo que sale de un softmax por un
    eje de longitud 1, como con K qᵀ en lugar de q Kᵀ.
por_que: El softmax reparte 1 a lo largo de su eje. En un paso de decodificación solo hay una consulta: en su eje no
    tiene con quién repartir. Los pesos de una consulta se reparten entre las claves.
prueba: Imprime la forma de tus puntuaciones y la suma de los pesos de una cabeza. ¿Cuál de los ejes es tan largo como
    la caché?

fails: values, groups, weights_sum_to_one, scaled
catalogue: AT-08
"""

from __future__ import annotations

import numpy as np

from ._decode import Floats, shared


def gqa_decode(q: Floats, k_cache: Floats, v_cache: Floats) -> Floats:
    """The values, each with the weight 1."""
    output: Floats = np.sum(shared(v_cache, len(q)), axis=1)
    return output

"""
en: The scores are divided by the root of the number of cached tokens
es: Las puntuaciones se dividen por la raíz del número de tokens guardados

done: The width under the root is read from the wrong axis of the cache: t stands where d should.
why: The spread of a dot product comes from its d terms. Divided by √t, the attention gets flatter with each token
    that is added.
try: Print the number under your root for caches of 3 and of 30 tokens. Should it change?

hecho: El ancho bajo la raíz se lee del eje equivocado de la caché: está t donde debería estar d.
por_que: La dispersión de un producto escalar viene de sus d términos. Dividida por √t, la atención se aplana con cada
    token que se añade.
prueba: Imprime el número que hay bajo tu raíz con cachés de 3 y de 30 tokens. ¿Debería cambiar?

fails: values, scaled
catalogue: AT-04
"""

from __future__ import annotations

import math

from ._decode import Floats, decoded, shared


def gqa_decode(q: Floats, k_cache: Floats, v_cache: Floats) -> Floats:
    """The right one divided by √t."""
    keys, values = shared(k_cache, len(q)), shared(v_cache, len(q))
    return decoded(q, keys, values, math.sqrt(k_cache.shape[1]))

"""
en: The scores aren't divided by √d
es: Las puntuaciones no se dividen por √d

done: The dot products go into the softmax as they are.
why: They spread like √d, and the softmax comes close to a single 1. Sharing keys between heads changes nothing about
    that.
try: Compare the largest weight for d = 4 and for d = 256 with random vectors. Which factor of the formula should keep
    the two alike?

hecho: Los productos escalares entran en el softmax tal cual.
por_que: Se dispersan como √d, y el softmax se acerca a un único 1. Que las cabezas compartan claves no cambia nada de
    eso.
prueba: Compara el mayor peso para d = 4 y para d = 256 con vectores aleatorios. ¿Qué factor de la fórmula debería
    mantenerlos parecidos?

fails: values, scaled
catalogue: AT-01
"""

from __future__ import annotations

from ._decode import Floats, decoded, shared


def gqa_decode(q: Floats, k_cache: Floats, v_cache: Floats) -> Floats:
    """The right one with undivided scores."""
    return decoded(q, shared(k_cache, len(q)), shared(v_cache, len(q)), 1.0)

"""
en: One layer is counted only
es: Se cuenta una sola capa

done: Your result is 1/96 of it, as if there were a single layer.
why: Every layer has keys and values of its own: the third layer sees other vectors than the second.
try: Your result is less than a hundredth of what the layers together need. Which of the given numbers did you not
    use?

hecho: Tu resultado es 1/96 del correcto, como si hubiera una sola capa.
por_que: Cada capa tiene sus propias claves y valores: la tercera ve otros vectores que la segunda.
prueba: Tu resultado es menos de la centésima parte de lo que necesitan todas las capas. ¿Cuál de los datos no has
    usado?

fails: memory
catalogue: KM-02
"""

from __future__ import annotations

from ... import kv_memory_exercise as reference


def kv_gb() -> float:
    """The number."""
    return 1 / 96 * reference.kv_gb()


def kv_gb_gqa() -> float:
    """With GQA."""
    return 1 / 96 * reference.kv_gb_gqa()

"""
en: The scores are divided by √d_model
es: Las puntuaciones se dividen por √d_model

done: Under the root stands the width of a token, not that of a query.
why: What makes a dot product grow is how many terms it adds up, and that is the width of a query after its
    projection. Divided by a larger number, the weights come out too flat.
try: How many products are added up in one score? Print that number and the one under your root.

hecho: Bajo la raíz está el ancho de un token y no el de una consulta.
por_que: Lo que hace crecer un producto escalar es cuántos términos suma, y eso es el ancho de una consulta después de
    su proyección. Divididos por un número mayor, los pesos salen demasiado planos.
prueba: ¿Cuántos productos se suman en una puntuación? Imprime ese número y el que tienes bajo la raíz.

fails: values
"""

from __future__ import annotations

from typing import Any

from ....transformer.attention import attention


def cross_attention(x: Any, memory: Any, W_Q: Any, W_K: Any, W_V: Any) -> Any:
    """As the reference, with another divisor."""
    factor = (W_Q.shape[-1] / x.shape[-1]) ** 0.5
    return attention(x @ W_Q * factor, memory @ W_K, memory @ W_V)

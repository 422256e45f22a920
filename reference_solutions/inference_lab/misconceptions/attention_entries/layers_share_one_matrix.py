"""
en: The layers share one matrix
es: Las capas comparten una matriz

done: The number of layers doesn't enter your result.
why: Each layer computes queries and keys of its own from what the layer before gave it, and so scores of its own. When
    a model is trained, those of all layers are kept for the backward pass: they add up.
try: Print the attention weights of the first and of the last layer for the same text. Are they the same numbers?

hecho: El número de capas no entra en tu resultado.
por_que: Cada capa calcula sus propias consultas y claves a partir de lo que le da la anterior, y por tanto sus propias
    puntuaciones. Al entrenar se guardan las de todas las capas para el backward: se suman.
prueba: Imprime los pesos de atención de la primera capa y de la última para el mismo texto. ¿Son los mismos números?

fails: layers_and_heads
"""

from __future__ import annotations


def attention_entries(n: int, n_layers: int = 1, n_heads: int = 1) -> int:
    """Without the layers."""
    return n_heads * n**2

"""
en: The heads share one matrix
es: Las cabezas comparten una matriz

done: The number of heads doesn't enter your result.
why: Splitting d_model into heads makes each query and key shorter, so the work stays the same. But each head has
    scores of its own: a matrix each, and their number grows with the heads.
try: Print the shape of the weights of your multi-head attention. Which of its extents does your formula leave out?

hecho: El número de cabezas no entra en tu resultado.
por_que: Partir d_model en cabezas acorta cada consulta y cada clave, así que el trabajo no cambia. Pero cada cabeza
    tiene sus propias puntuaciones: una matriz cada una, y su número crece con las cabezas.
prueba: Imprime la forma de los pesos de tu atención multi-cabeza. ¿Cuál de sus dimensiones no aparece en tu fórmula?

fails: layers_and_heads
"""

from __future__ import annotations


def attention_entries(n: int, n_layers: int = 1, n_heads: int = 1) -> int:
    """Without the heads."""
    return n_layers * n**2

"""
en: The head's matrix isn't counted
es: La matriz de la cabeza no se cuenta

done: You count only the bias of the head, as if its matrix were that of the embeddings.
why: GPT-2 ties the two, and then they are counted once. The course's MiniGPT has a matrix of its own for each, so
    both are there.
try: Are the weights of your model's embedding and of its head one and the same tensor? Compare them with `is`.

hecho: Cuentas solo el sesgo de la cabeza, como si su matriz fuera la de los embeddings.
por_que: GPT-2 las comparte, y entonces se cuentan una vez. El MiniGPT del curso tiene una matriz propia para cada
    cosa, así que están las dos.
prueba: ¿Son los pesos del embedding y los de la cabeza de tu modelo un mismo tensor? Compáralos con `is`.

fails: head, total
catalogue: GP-18
"""

from __future__ import annotations

from ._changed import changed


def count_parameters(vocab_size: int, d_model: int, n_heads: int, n_layers: int, context: int) -> dict[str, int]:
    """The bias alone."""
    return changed((vocab_size, d_model, n_heads, n_layers, context), head=-vocab_size * d_model)

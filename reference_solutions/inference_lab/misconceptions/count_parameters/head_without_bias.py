"""
en: The head without its bias
es: La cabeza sin su sesgo

done: You count d_model × vocab_size for the head.
why: The course's head has a bias too: one number for each token of the vocabulary, which says how common it is.
try: Print the shapes of the parameters of nn.Linear(64, 46).

hecho: Cuentas d_model × vocab_size para la cabeza.
por_que: La cabeza del curso también tiene sesgo: un número por cada token del vocabulario, que dice lo frecuente que
    es.
prueba: Imprime las formas de los parámetros de nn.Linear(64, 46).

fails: head, total
catalogue: GP-18
"""

from __future__ import annotations

from ._changed import changed


def count_parameters(vocab_size: int, d_model: int, n_heads: int, n_layers: int, context: int) -> dict[str, int]:
    """The matrix alone."""
    return changed((vocab_size, d_model, n_heads, n_layers, context), head=-vocab_size)

"""
en: Queries and keys are made with the same matrix
es: Consultas y claves se hacen con la misma matriz

done: W_K makes your keys and your queries too; W_Q isn't used.
why: What a token looks for is then what it offers itself as, so that every token suits itself best, and A's scores are
    symmetric: if the adjective looks at the noun, the noun must look back just as much. Language isn't like that.
try: Change W_Q and print A before and after. Then look for each of the three matrices in your code: in which line does
    it do its work?

hecho: W_K hace tus claves y también tus consultas; W_Q no se usa.
por_que: Lo que un token busca es entonces lo mismo que ofrece, de modo que cada token se ajusta sobre todo a sí mismo,
    y las puntuaciones de A son simétricas: si el adjetivo mira al nombre, el nombre ha de mirarlo igual. La lengua no
    es así.
prueba: Cambia W_Q e imprime A antes y después. Busca luego cada una de las tres matrices en tu código: ¿en qué línea
    hace su trabajo?

fails: values, queries_and_keys
catalogue: AT-23
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ....transformer.softmax import softmax

Numbers = NDArray[np.float64]


def self_attention(X: Numbers, W_Q: Numbers, W_K: Numbers, W_V: Numbers) -> tuple[Numbers, Numbers]:
    """As the reference, with the keys' matrix for the queries too."""
    Q, K, V = X @ W_K, X @ W_K, X @ W_V
    A = softmax(Q @ np.swapaxes(K, -2, -1) / math.sqrt(W_K.shape[-1]))
    return A @ V, A

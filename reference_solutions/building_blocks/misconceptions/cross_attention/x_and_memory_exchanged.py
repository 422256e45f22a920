"""
en: x and memory are exchanged
es: x y memory están intercambiadas

done: The queries are made of memory, the keys and values of x.
why: Then memory asks and x answers: there comes a row for each token of the source, where the decoder needs one for
    each of its own.
try: Take 3 tokens in x and 7 in memory. How many rows does your output have, and which sequence does the decoder go
    on with?

hecho: Las consultas salen de memory; las claves y los valores, de x.
por_que: Entonces pregunta memory y responde x: sale una fila por cada token de la fuente, cuando el decoder necesita
    una por cada uno de los suyos.
prueba: Pon 3 tokens en x y 7 en memory. ¿Cuántas filas tiene tu salida y con qué secuencia sigue el decoder?

fails: values, sources, lengths, weights
"""

from __future__ import annotations

from typing import Any

from ....transformer.attention import attention


def cross_attention(x: Any, memory: Any, W_Q: Any, W_K: Any, W_V: Any) -> Any:
    """Memory asks."""
    return attention(memory @ W_Q, x @ W_K, x @ W_V)

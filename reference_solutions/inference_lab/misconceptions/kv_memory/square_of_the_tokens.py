"""
en: The memory grows with the square of the tokens
es: La memoria crece con el cuadrado de los tokens

done: The number of tokens enters twice, as in the matrix of attention weights.
why: That matrix isn't kept: each new token works out its one row and drops it. What stays behind is a key and a value
    for each token, and so twice the text takes twice the memory, not four times.
try: Divide your result for 2 000 tokens by the one for 1 000. What does one more token add to the cache: one entry,
    or one for every token before it?

hecho: El número de tokens entra dos veces, como en la matriz de pesos de atención.
por_que: Esa matriz no se guarda: cada token nuevo calcula su única fila y la desecha. Lo que queda es una clave y un
    valor por token, así que el doble de texto ocupa el doble de memoria, no cuatro veces más.
prueba: Divide tu resultado con 2 000 tokens por el de 1 000. ¿Qué añade un token más a la caché: una entrada, o una
    por cada token anterior?

fails: values, scales
catalogue: KM-07
"""

from __future__ import annotations

from ... import kv_memory as reference


def kv_memory(n_tokens: int, n_layers: int, n_kv_heads: int, d_head: int, bytes_per_value: int = 2) -> int:
    """With n_tokens squared."""
    return n_tokens * reference.kv_memory(n_tokens, n_layers, n_kv_heads, d_head, bytes_per_value)

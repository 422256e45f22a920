"""
en: The heads are pasted together without turning the axes back
es: Las cabezas se pegan sin volver a girar los ejes

done: The outputs (heads, tokens, width) are reshaped to (tokens, features) as they lie in memory.
why: The numbers then come row after row of the first head, so that a token's features are made of other tokens'
    outputs of one head. The shape is right, and nothing else.
try: Fill the output of head i for token j with the number 10 i + j, and print it after your reshape. What should stand
    in the row of token 0?

hecho: Las salidas (cabezas, tokens, ancho) se pasan a (tokens, rasgos) con reshape, tal como están en memoria.
por_que: Los números vienen entonces fila tras fila de la primera cabeza, así que los rasgos de un token se hacen con
    las salidas de otros tokens en una sola cabeza. La forma es la correcta, y nada más.
prueba: Rellena la salida de la cabeza i para el token j con el número 10 i + j e imprímela después de tu reshape. ¿Qué
    debería haber en la fila del token 0?

fails: values, group_order, equals_multihead, mask
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ... import grouped_query_attention as reference


def grouped_query_attention(Q: Any, K: Any, V: Any, mask: Any = None) -> Any:
    """What a right merge has to be given, for a wrong one to come out."""
    output, weights = reference.grouped_query_attention(Q, K, V, mask)
    h, n, d = output.shape[-3:]
    return np.swapaxes(output.reshape(*output.shape[:-3], n, h, d), -3, -2), weights

"""
en: The root is taken of the values' width
es: La raíz se toma del ancho de los valores

done: You divide by √d_v, the root of the number of columns of the values.
why: The values play no part in the scores, only in what is brought home. Where d_v equals d_k the mistake stays
    unseen.
try: Put a column of zeros at the end of W_V. Which parts of the result may change by that, and which do?

hecho: Divides por √d_v, la raíz del número de columnas de los valores.
por_que: Los valores no intervienen en las puntuaciones, solo en lo que se recoge al final. Donde d_v es igual a d_k
    el fallo no se ve.
prueba: Añade una columna de ceros al final de W_V. ¿Qué partes del resultado pueden cambiar con eso, y cuáles
    cambian?

fails: values
"""

from __future__ import annotations

from typing import Any

from ....transformer.attention import attention


def cross_attention(x: Any, memory: Any, W_Q: Any, W_K: Any, W_V: Any) -> Any:
    """As the reference, with another divisor."""
    factor = (W_Q.shape[-1] / W_V.shape[-1]) ** 0.5
    return attention(x @ W_Q * factor, memory @ W_K, memory @ W_V)

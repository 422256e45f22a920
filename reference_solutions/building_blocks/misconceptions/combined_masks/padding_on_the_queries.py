"""
en: The padding blocks queries, not keys
es: El padding bloquea consultas, no claves

done: The padding mask is put on the axis of the queries (or on both), so that the rows of padding block everything.
why: Behind a causal mask the real tokens don't notice. But a row without any key has no softmax: it is NaN, and NaN
    times 0 is NaN still, on the way back too. Without the causal mask, real tokens would even see the padding.
try: Print the last row of the mask of a short sequence, and take the softmax of scores that are all -inf. On which
    axis of the scores (queries, keys) does the softmax choose?

hecho: La máscara de padding está en el eje de las consultas (o en los dos), así que las filas de padding lo bloquean
    todo.
por_que: Detrás de una máscara causal los tokens reales no lo notan. Pero una fila sin ninguna clave no tiene softmax:
    es NaN, y NaN por 0 sigue siendo NaN, también hacia atrás. Sin la máscara causal, los tokens reales verían incluso
    el padding.
prueba: Imprime la última fila de la máscara de una secuencia corta, y calcula el softmax de puntuaciones que son todas
    -inf. ¿En qué eje de las puntuaciones (consultas, claves) elige el softmax?

fails: padded_rows
catalogue: MK-09
"""

from __future__ import annotations

from typing import Any

from ....transformer.masks import causal_mask, padding_mask


def combine_masks(lengths: Any, n: int) -> Any:
    """The padding on the second axis from the end."""
    return padding_mask(lengths, n)[:, None, :, None] & causal_mask(n)

"""
en: The features are cut into heads without turning the axes
es: Los rasgos se reparten en cabezas sin girar los ejes

done: The projections (tokens, features) are reshaped straight to (heads, tokens, width).
why: A head should have some features of all tokens. Cut like this, it has all features of some tokens: what it takes
    for its tokens are pieces of a few of them.
try: Make x whose row j is filled with the number j, and print one head after your reshape. How many different rows
    should it have?

hecho: Las proyecciones (tokens, rasgos) se pasan con reshape directamente a (cabezas, tokens, ancho).
por_que: Una cabeza debería tener algunos rasgos de todos los tokens. Cortada así, tiene todos los rasgos de algunos
    tokens: lo que toma por sus tokens son trozos de unos pocos.
prueba: Haz una x cuya fila j esté llena del número j e imprime una cabeza después de tu reshape. ¿Cuántas filas
    distintas debería tener?

fails: values, group_order, equals_multihead, mask
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ... import grouped_query_attention as reference


def grouped_query_attention(Q: Any, K: Any, V: Any, mask: Any = None) -> Any:
    """Heads that were cut rightly, put together and cut wrongly."""
    return reference.grouped_query_attention(_cut(Q), _cut(K), _cut(V), mask)


def _cut(heads: Any) -> Any:
    return np.ascontiguousarray(np.swapaxes(heads, -3, -2)).reshape(heads.shape)

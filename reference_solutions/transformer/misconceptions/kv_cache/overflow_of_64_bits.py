"""
en: NumPy's integers run over
es: Los enteros de NumPy se desbordan

done: The product is formed with NumPy (np.prod, or np.int64), whose integers end at 64 bits.
why: Beyond about 9·10¹⁸ they begin again at the negative end, without an error. Python's own integers grow as far as
    needed.
try: Print np.prod([2**40, 2**40]) and 2**40 * 2**40. What type does each of your factors have?

hecho: El producto se hace con NumPy (np.prod o np.int64), cuyos enteros terminan en 64 bits.
por_que: Más allá de unos 9·10¹⁸ vuelven a empezar por el extremo negativo, sin ningún error. Los enteros de Python
    crecen todo lo que haga falta.
prueba: Imprime np.prod([2**40, 2**40]) y 2**40 * 2**40. ¿De qué tipo es cada uno de tus factores?

fails: exact
catalogue: KM-12
"""

from __future__ import annotations

import numpy as np

from ... import kv_cache as reference


def kv_cache_bytes(n_tokens: int, n_layers: int, d_model: int, bytes_per_value: int = 2, *heads: int) -> int:
    """The product in 64 bits."""
    width = reference.kv_cache_bytes(1, 1, d_model, 1, *heads) // 2
    return int(np.prod([2, n_tokens, n_layers, width, bytes_per_value], dtype=np.int64))

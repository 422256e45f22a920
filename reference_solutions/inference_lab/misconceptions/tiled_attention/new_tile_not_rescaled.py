"""
en: What the new tile brings isn't rescaled
es: Lo que trae el bloque nuevo no se reescala

done: The exponentials of a tile are relative to its own maximum. You bring the earlier sums to the running maximum, and
    add those of the new tile as they are.
why: Where a tile's scores are lower than those before, its exponentials are too large: its best key counts as if it
    were the best of all. Both shares of a sum must be relative to the same maximum.
try: Let the scores be 5 in the first tile and 0 in the second. Which factor does each tile's share need?

hecho: Las exponenciales de un bloque se refieren a su propio máximo. Llevas las sumas anteriores al máximo acumulado y
    añades las del bloque nuevo tal cual.
por_que: Donde las puntuaciones de un bloque son menores que las anteriores, sus exponenciales son demasiado grandes: su
    mejor clave cuenta como si fuera la mejor de todas. Las dos partes de una suma deben referirse al mismo máximo.
prueba: Haz que las puntuaciones sean 5 en el primer bloque y 0 en el segundo. ¿Qué factor necesita la parte de cada
    bloque?

fails: values, any_block_size
"""

from __future__ import annotations

import numpy as np

from ._tiles import Floats, scores_of, tiles


def tiled_attention(Q: Floats, K: Floats, V: Floats, block_size: int) -> Floats:
    """Only what there was before is brought to the running maximum."""
    largest = np.full((len(Q), 1), -np.inf)
    total, weighted = np.zeros((len(Q), 1)), np.zeros((len(Q), V.shape[1]))
    for tile in tiles(len(K), block_size):
        scores = scores_of(Q, K[tile])
        own = scores.max(axis=1, keepdims=True)
        new = np.maximum(largest, own)
        exponentials, shrink = np.exp(scores - own), np.exp(largest - new)
        total = shrink * total + exponentials.sum(axis=1, keepdims=True)
        weighted = shrink * weighted + exponentials @ V[tile]
        largest = new
    return weighted / total

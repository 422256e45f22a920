"""
en: The logarithm of the sum stays that of the first tile
es: El logaritmo de la suma se queda en el del primer bloque

done: You merge each tile's output with the one so far by their log-sum-exps, but keep the first tile's for what comes
    after.
why: From the third tile on, the output so far counts only as much as the first tile did, although it holds the second
    one too. With one tile or two nothing is seen of it.
try: Use three tiles with one key each and equal scores. Which share should the third key get, and which does it get?

hecho: Combinas la salida de cada bloque con la acumulada según sus log-sum-exp, pero para lo que sigue guardas el del
    primer bloque.
por_que: A partir del tercer bloque, la salida acumulada cuenta solo lo que contaba el primer bloque, aunque contiene
    también el segundo. Con uno o dos bloques no se nota nada.
prueba: Usa tres bloques de una clave cada uno con puntuaciones iguales. ¿Qué parte debería recibir la tercera clave y
    cuál recibe?

fails: values, any_block_size
"""

from __future__ import annotations

import numpy as np

from ._tiles import Floats, scores_of, tiles


def tiled_attention(Q: Floats, K: Floats, V: Floats, block_size: int) -> Floats:
    """Outputs are merged with the first tile's logarithm throughout."""
    first, *others = tiles(len(K), block_size)
    output, logarithm = _of_tile(Q, K[first], V[first])
    for tile in others:
        part, own = _of_tile(Q, K[tile], V[tile])
        both = np.logaddexp(logarithm, own)
        output = np.exp(logarithm - both) * output + np.exp(own - both) * part
    return output


def _of_tile(Q: Floats, K: Floats, V: Floats) -> tuple[Floats, Floats]:
    """A tile's output (n_q, d_v), and the logarithm of the sum of its exponentials (n_q, 1)."""
    scores = scores_of(Q, K)
    level = scores.max(axis=1, keepdims=True)
    exponentials = np.exp(scores - level)
    total = exponentials.sum(axis=1, keepdims=True)
    return exponentials @ V / total, level + np.log(total)

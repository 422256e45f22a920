"""
en: The residual connection carries a multiple of x
es: La conexión residual lleva un múltiplo de x

done: x is added twice, or with a factor: x + x + f(x), or 0.5 x + f(x), where x + f(x) was asked.
why: Block after block, the stream is multiplied again: after ten blocks a factor of 2 has become 1024 and one of 0.5 a
    thousandth. What the first blocks found drowns out everything, or is lost.
try: Set all weights of both sublayers to 0 and give your block x. What should come out, and what does? Count how often
    x stands in each of your two sums.

hecho: x se suma dos veces, o con un factor: x + x + f(x), o 0.5 x + f(x), cuando se pedía x + f(x).
por_que: Bloque tras bloque, el flujo se vuelve a multiplicar: tras diez bloques un factor 2 se ha convertido en 1024, y
    uno de 0.5 en una milésima. Lo que encontraron los primeros bloques lo tapa todo, o se pierde.
prueba: Pon a 0 todos los pesos de las dos subcapas y dale x a tu bloque. ¿Qué debería salir, y qué sale? Cuenta cuántas
    veces aparece x en cada una de tus dos sumas.

fails: values, residuals
"""

from __future__ import annotations

from ...block import BlockWeights
from ._around import Mask, Numbers, norms_of, sublayers_of


def pre_ln_block(x: Numbers, weights: BlockWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference with x twice in its second sum."""
    (attend, feed), (norm1, norm2) = sublayers_of(weights, n_heads, mask), norms_of(weights)
    x = x + attend(norm1(x))
    return 2 * x + feed(norm2(x))

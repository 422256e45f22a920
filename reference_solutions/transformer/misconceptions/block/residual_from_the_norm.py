"""
en: The residual adds the normalised x, not x
es: La conexión residual suma la x normalizada, no x

done: x is overwritten by its norm (x = norm(x)) before the sublayer, so that norm(x) + f(norm(x)) is carried on.
why: The residual stream is normalised anew in every sublayer: what a token's size and mean said is lost, and the
    straight road from the loss to the first layers, the very point of pre-LN, is cut.
try: Set all weights of both sublayers to 0. Your block should then return x untouched: does it? Which name stands on
    the left of your first assignment in forward?

hecho: x se sobrescribe con su normalización (x = norm(x)) antes de la subcapa, de modo que lo que sigue es
    norm(x) + f(norm(x)).
por_que: El flujo residual se normaliza de nuevo en cada subcapa: se pierde lo que decían el tamaño y la media de un
    token, y se corta el camino directo de la pérdida a las primeras capas, que es justo la gracia de pre-LN.
prueba: Pon a 0 todos los pesos de las dos subcapas. Tu bloque debería devolver entonces x intacta: ¿lo hace? ¿Qué
    nombre está a la izquierda de la primera asignación de tu forward?

fails: values, residuals
catalogue: BL-02
"""

from __future__ import annotations

from ...block import BlockWeights
from ._around import Mask, Numbers, norms_of, sublayers_of


def pre_ln_block(x: Numbers, weights: BlockWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference, adding to the norms."""
    (attend, feed), (norm1, norm2) = sublayers_of(weights, n_heads, mask), norms_of(weights)
    x = norm1(x)
    x = norm2(x + attend(x))
    return x + feed(x)

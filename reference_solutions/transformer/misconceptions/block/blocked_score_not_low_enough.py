"""
en: The number that stands for "blocked" isn't low enough in the block's attention
es: El número que significa «bloqueado» no es lo bastante bajo en la atención del bloque

done: Where the mask blocks, a score is replaced by a number such as -10, or lowered by it.
why: e^-10 is one part in 22 000, so every token still hears a little of those that it may not see. Block after block
    hands it on, and a model that is trained so has seen the answers.
try: Call your block with a mask, change a blocked token by a lot, and print by how much the other outputs move. Which
    number is below every score, however low?

hecho: Donde la máscara bloquea, la puntuación se sustituye por un número como -10, o se baja en él.
por_que: e^-10 es una parte entre 22 000: cada token sigue oyendo un poco de los que no puede ver. Bloque tras bloque
    eso se va pasando, y un modelo entrenado así ha visto las respuestas.
prueba: Llama a tu bloque con una máscara, cambia mucho un token bloqueado e imprime cuánto se mueven las demás
    salidas. ¿Qué número está por debajo de cualquier puntuación, por baja que sea?

fails: values
catalogue: MK-16
"""

from __future__ import annotations

from ...block import BlockWeights
from ..multihead.blocked_score_not_low_enough import multi_head_attention
from ._around import Mask, Numbers, norms_of, pre_ln, sublayers_of


def pre_ln_block(x: Numbers, weights: BlockWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference with -10 in the place of -inf."""
    _, feed = sublayers_of(weights, n_heads, mask)
    attend = lambda z: multi_head_attention(z, weights.attention, n_heads, mask)
    return pre_ln(x, (attend, feed), norms_of(weights))

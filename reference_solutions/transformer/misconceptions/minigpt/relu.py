"""
en: The FFN of the blocks has ReLU, not GELU
es: La FFN de los bloques usa ReLU, no GELU

done: Between the two layers of the feed-forward network stands a ReLU.
why: It trains nearly as well, and it was the choice of 2017. GELU was asked, as in GPT: it's smooth, and lets a
    little of the negative side through, so that no unit is ever quite dead.
try: What do ReLU and GELU give at -1, and what is their slope there? For which of the two can a unit that is negative
    for all inputs still learn?

hecho: Entre las dos capas de la red feed-forward hay una ReLU.
por_que: Entrena casi igual de bien, y era la elección de 2017. Se pedía GELU, como en GPT: es suave y deja pasar un
    poco del lado negativo, así que ninguna unidad llega a morir del todo.
prueba: ¿Qué dan ReLU y GELU en -1, y qué pendiente tienen ahí? ¿Con cuál de las dos puede aprender todavía una unidad
    que es negativa para todas las entradas?

fails: values
catalogue: BL-08
"""

from __future__ import annotations

from ... import minigpt as reference
from ...block import relu
from ...minigpt import MiniGPTWeights
from ._stack import Ids, Numbers


def minigpt(idx: Ids, weights: MiniGPTWeights, n_heads: int) -> Numbers:
    """The reference with ReLU."""
    return reference.minigpt(idx, weights, n_heads, relu)

"""
en: W_O is missing
es: Falta W_O

done: The module has the parameters of queries, keys and values, and none for W_O: the heads are put side by side, and
    that is the output.
why: Each head fills its own part of the output. It's W_O that mixes them, so that what one head found can be used
    anywhere; sharing keys and values changes nothing about that.
try: List the module's parameters with their shapes. Which of the four projections of multi-head attention don't you
    find?

hecho: El módulo tiene los parámetros de consultas, claves y valores, y ninguno de W_O: las cabezas se ponen una al
    lado de otra y eso es la salida.
por_que: Cada cabeza llena su propia parte de la salida. Es W_O quien las mezcla, para que lo que encontró una cabeza
    sirva en cualquier sitio; compartir claves y valores no cambia nada de eso.
prueba: Haz una lista de los parámetros del módulo con sus formas. ¿Cuál de las cuatro proyecciones de la atención
    multi-cabeza no encuentras?

fails: values, group_order, equals_multihead, parameters
"""

from __future__ import annotations

from torch import nn

from ._in_torch import Grouped


class GroupedQueryAttention(Grouped):
    """The right one whose heads are its output."""

    def __init__(self, d_model: int, n_heads: int, n_kv_heads: int) -> None:
        super().__init__(d_model, n_heads, n_kv_heads)
        self.o = nn.Identity()

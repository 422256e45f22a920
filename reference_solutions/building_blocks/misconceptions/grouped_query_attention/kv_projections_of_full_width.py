"""
en: Keys and values are projected to the full width
es: Claves y valores se proyectan al ancho completo

done: W_K and W_V have d_model outputs, whatever the number of KV heads.
why: Then there is nothing to share: the model has as many parameters, and its cache as many numbers, as plain multi-
    head attention. The savings are all that GQA is for.
try: Count the parameters with n_kv_heads = n_heads and with n_kv_heads = 1. Which two matrices should have shrunk,
    and to how many columns?

hecho: W_K y W_V tienen d_model salidas, sea cual sea el número de cabezas KV.
por_que: Entonces no hay nada que compartir: el modelo tiene tantos parámetros, y su caché tantos números, como la
    atención multi-cabeza normal. Ese ahorro es para lo que existe GQA.
prueba: Cuenta los parámetros con n_kv_heads = n_heads y con n_kv_heads = 1. ¿Qué dos matrices deberían haber encogido
    y hasta cuántas columnas?

fails: values, group_order, parameters
"""

from __future__ import annotations

from ._in_torch import Grouped


class GroupedQueryAttention(Grouped):
    """Multi-head attention, whatever is asked."""

    def __init__(self, d_model: int, n_heads: int, n_kv_heads: int) -> None:  # noqa: ARG002
        super().__init__(d_model, n_heads, n_heads)

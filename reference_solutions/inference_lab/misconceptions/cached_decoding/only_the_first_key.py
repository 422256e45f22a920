"""
en: A new token sees the first token only
es: Un token nuevo solo ve el primer token

done: The mask of a step is the first row of the triangle: with one query against n keys, the triangle's corner was
    laid on the first key.
why: The newest token is the last row of the triangle, which sees everything. Yours attends to the first key alone, so
    what it says hardly depends on the text.
try: Print the mask of a step after a prompt of 4. How many of its 5 entries should be allowed? is_causal=True has the
    same trap.

hecho: La máscara de un paso es la primera fila del triángulo: con una consulta frente a n claves, la esquina del
    triángulo se apoyó en la primera clave.
por_que: El token más nuevo es la última fila del triángulo, la que lo ve todo. El tuyo atiende solo a la primera
    clave, así que lo que dice apenas depende del texto.
prueba: Imprime la máscara de un paso tras un prompt de 4. ¿Cuántas de sus 5 entradas deberían estar permitidas?
    is_causal=True tiene la misma trampa.

fails: steps
catalogue: KV-04, KV-05
"""

from __future__ import annotations

from typing import Any

from ..._mini_gpt import causal_mask
from ._in_torch import Cached


class CachedMiniGPT(Cached):
    """The right one with the triangle's first rows where its last are due."""

    def mask(self, n: int, total: int) -> Any:
        return causal_mask(total, total)[:n]

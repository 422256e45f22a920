"""
en: The heads are concatenated in the opposite order
es: Las cabezas se concatenan en el orden contrario

done: The last head comes first in the concatenation.
why: W_O's first d_v rows belong to the first head, the next to the second, and so on. In another order each head is
    read by rows that were made for another one.
try: Let the heads give constant rows (all 1, all 2, all 3), and print the concatenation just before W_O. In which
    order should you read 1, 2, 3?

hecho: En la concatenación, la última cabeza va la primera.
por_que: Las primeras d_v filas de W_O pertenecen a la primera cabeza, las siguientes a la segunda, y así. En otro
    orden, a cada cabeza la leen unas filas hechas para otra.
prueba: Haz que las cabezas den filas constantes (todo 1, todo 2, todo 3) e imprime la concatenación justo antes de
    W_O. ¿En qué orden deberías leer 1, 2, 3?

fails: values
"""

from __future__ import annotations

from collections.abc import Sequence

from ... import multihead as reference
from ...multihead import Head
from ._around import Mask, Numbers


def multihead(X: Numbers, heads: Sequence[Head], W_O: Numbers, mask: Mask = None) -> Numbers:
    """The reference with its heads from the last to the first."""
    return reference.multihead(X, heads[::-1], W_O, mask)

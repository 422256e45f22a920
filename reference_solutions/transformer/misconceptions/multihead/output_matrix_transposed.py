"""
en: W_O is applied transposed
es: W_O se aplica traspuesta

done: The concatenation is multiplied by W_O.T.
why: nn.Linear keeps its weight as (out, in) and transposes it; here W_O is given as (in, out), and is used as it
    stands. When it's square nothing warns you, and the numbers are simply others.
try: Write the shapes of your product for three heads with d_v = 6 and d_model = 12. Which of the two orientations
    fits?

hecho: La concatenación se multiplica por W_O.T.
por_que: nn.Linear guarda su peso como (salida, entrada) y lo traspone; aquí W_O viene como (entrada, salida) y se usa
    tal cual. Si es cuadrada nada te avisa, y los números son, sencillamente, otros.
prueba: Escribe las formas de tu producto con tres cabezas de d_v = 6 y d_model = 12. ¿Cuál de las dos orientaciones
    encaja?

fails: values, one_head, equivariant, mask_reaches_heads
catalogue: MH-15
"""

from __future__ import annotations

from collections.abc import Sequence

from ... import multihead as reference
from ...multihead import Head
from ._around import Mask, Numbers


def multihead(X: Numbers, heads: Sequence[Head], W_O: Numbers, mask: Mask = None) -> Numbers:
    """The reference with W_O turned."""
    return reference.multihead(X, heads, W_O.T, mask)

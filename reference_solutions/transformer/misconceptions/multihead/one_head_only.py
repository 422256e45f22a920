"""
en: n_heads is accepted, but there is only one head
es: Se acepta n_heads, pero solo hay una cabeza

done: Q, K and V are never cut: one attention runs over the full width, whatever n_heads says.
why: A single softmax can follow one relation at a time. Several heads of d_k features cost the same and can follow
    several at once; that is the point of the whole construction.
try: Build the module with 1, 2 and 4 heads, copy the same weights into all three, and compare the outputs. Should
    they agree?

hecho: Q, K y V no se cortan nunca: una sola atención recorre todo el ancho, diga lo que diga n_heads.
por_que: Un solo softmax puede seguir una relación cada vez. Varias cabezas de d_k características cuestan lo mismo y
    pueden seguir varias a la vez; ese es el sentido de toda la construcción.
prueba: Construye el módulo con 1, 2 y 4 cabezas, copia los mismos pesos en los tres y compara las salidas. ¿Deberían
    coincidir?

fails: values
"""

from __future__ import annotations

from ... import multihead as reference
from ...multihead import AttentionWeights
from ._around import Mask, Numbers


def multi_head_attention(x: Numbers, weights: AttentionWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference with one head; the mask of (B, 1, n, n) fits one as well."""
    return reference.multi_head_attention(x, weights, 1, mask)

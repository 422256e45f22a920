"""
en: The scores are divided by the root of the number of tokens
es: Las puntuaciones se dividen por la raíz del número de tokens

done: The number under the root is taken from the wrong place of a shape: it's the length of the sequence, not the
    width of a head.
why: The scores of the same two tokens then depend on how long the text around them is. It's right only where a text
    happens to be as long as a head is wide.
try: Print the shape of Q just before you divide, with a sequence of 7 tokens. Which of its numbers is the d_k of the
    formula?

hecho: El número que va dentro de la raíz sale del lugar equivocado de una forma: es la longitud de la secuencia, no
    el ancho de una cabeza.
por_que: Así, las puntuaciones de los mismos dos tokens dependen de lo largo que sea el texto que los rodea. Solo es
    correcto si el texto tiene, por casualidad, tantos tokens como números tiene una cabeza.
prueba: Imprime la forma de Q justo antes de dividir, con una secuencia de 7 tokens. ¿Cuál de sus números es la d_k de
    la fórmula?

fails: values, one_head
catalogue: AT-05
"""

from __future__ import annotations

from collections.abc import Sequence

from ...multihead import AttentionWeights, Head
from ..attention.divided_by_the_number_of_keys import attention
from ._around import Mask, Numbers, all_at_once, head_by_head


def multihead(X: Numbers, heads: Sequence[Head], W_O: Numbers, mask: Mask = None) -> Numbers:
    """The reference around an attention that divides by √n."""
    return head_by_head(attention, X, heads, W_O, mask)


def multi_head_attention(x: Numbers, weights: AttentionWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference around an attention that divides by √n."""
    return all_at_once(x, weights, n_heads, mask, attention)

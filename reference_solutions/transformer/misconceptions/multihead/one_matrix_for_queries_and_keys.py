"""
en: Queries and keys come from the same matrix
es: Las consultas y las claves salen de la misma matriz

done: One of W_Q and W_K is used twice and the other not at all.
why: The score of i for j then equals that of j for i: a verb can't look for its subject without the subject looking
    for its verb just as hard. And one matrix gets no gradient, so it never learns.
try: Print one head's scores without a mask and compare them with their transpose. Then follow each of your matrices
    through the code: where does each one appear?

hecho: De W_Q y W_K, una se usa dos veces y la otra ninguna.
por_que: Entonces la puntuación de i hacia j es igual que la de j hacia i: un verbo no puede buscar a su sujeto sin
    que el sujeto busque a su verbo con la misma fuerza. Y una de las matrices no recibe gradiente, así que nunca
    aprende.
prueba: Imprime las puntuaciones de una cabeza sin máscara y compáralas con su traspuesta. Luego sigue cada matriz por
    el código: ¿dónde aparece cada una?

fails: values, one_head
catalogue: AT-23
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ... import multihead as reference
from ...multihead import AttentionWeights, Head
from ._around import Mask, Numbers


def multihead(X: Numbers, heads: Sequence[Head], W_O: Numbers, mask: Mask = None) -> Numbers:
    """The reference with W_K for both."""
    return reference.multihead(X, [(W_K, W_K, W_V) for _, W_K, W_V in heads], W_O, mask)


def multi_head_attention(x: Numbers, weights: AttentionWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference with W_K for both."""
    twice = replace(weights, W_Q=weights.W_K, b_Q=weights.b_K)
    return reference.multi_head_attention(x, twice, n_heads, mask)

"""
en: eps is far too large
es: eps es demasiado grande

done: A number like 0.1 or 1 is added to the variance, where 1e-5 was asked.
why: eps is there for tokens whose variance is next to 0. As large as this it has a say in all of them: a token of
    variance 1 comes out of the norm with 1/(1 + eps) instead of 1, and quieter tokens with even less.
try: Normalise a token of variance 1 and print the variance of the result to five digits. How large may eps be for you
    not to see it?

hecho: A la varianza se le suma un número como 0.1 o 1, cuando se pedía 1e-5.
por_que: eps está para los tokens cuya varianza es casi 0. Tan grande, influye en todos: un token de varianza 1 sale de
    la normalización con 1/(1 + eps) en vez de 1, y los más pequeños, con menos todavía.
prueba: Normaliza un token de varianza 1 e imprime la varianza del resultado con cinco cifras. ¿Cómo de grande puede ser
    eps sin que lo notes?

fails: layer_norm, layer_norm_eps
"""

from __future__ import annotations

from ... import block as reference
from ._around import Heads, Mask, Numbers, given_sublayers, post_ln


def layer_norm(x: Numbers, eps: float = 0.1) -> Numbers:
    """The reference with another eps."""
    return reference.layer_norm(x, eps)


def transformer_block(
    x: Numbers, heads: Heads, W_O: Numbers, W1: Numbers, b1: Numbers, W2: Numbers, b2: Numbers, mask: Mask = None
) -> Numbers:
    """The reference around this norm."""
    return post_ln(x, given_sublayers(heads, W_O, W1, b1, W2, b2, mask), layer_norm)

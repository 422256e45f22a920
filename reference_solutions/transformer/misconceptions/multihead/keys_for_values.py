"""
en: The keys are mixed, and the values never used
es: Se mezclan las claves, y los valores no se usan nunca

done: The weights are multiplied by K where V belongs, or V is made with the matrix of the keys.
why: What a token is found by (its key) and what it hands over (its value) are two things, with a matrix for each.
    Here W_V has no effect and never learns.
try: Set W_V to zeros. The output should be reduced to a bias; is it? Then look for the line on which V is used.

hecho: Los pesos multiplican a K donde debería estar V, o V se calcula con la matriz de las claves.
por_que: Aquello por lo que se encuentra a un token (su clave) y aquello que entrega (su valor) son dos cosas, con una
    matriz para cada una. Aquí W_V no tiene efecto y nunca aprende.
prueba: Pon W_V a ceros. La salida debería quedarse en un sesgo; ¿es así? Luego busca la línea en la que se usa V.

fails: values, one_head
catalogue: AT-14
"""

from __future__ import annotations

from dataclasses import replace

from ... import multihead as reference
from ...multihead import AttentionWeights
from ._around import Mask, Numbers


def multi_head_attention(x: Numbers, weights: AttentionWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference with W_K in W_V's place."""
    return reference.multi_head_attention(x, replace(weights, W_V=weights.W_K, b_V=weights.b_K), n_heads, mask)

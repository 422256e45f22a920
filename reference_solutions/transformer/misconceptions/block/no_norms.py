"""
en: There are no layer norms
es: No hay normalizaciones de capa

done: Attention and FFN are there, and so are the sums, but nothing is ever normalised.
why: Each block adds to x, so x grows from block to block, and with it the scores: the softmax becomes a single 1 and
    stops learning. Deep stacks without norms blow up or need tiny learning rates.
try: Put ten blocks one after another and print the largest number after each. What happens to it? Which two lines of
    the formula keep it in check?

hecho: Están la atención y la FFN, y también las sumas, pero nunca se normaliza nada.
por_que: Cada bloque suma algo a x, así que x crece de bloque en bloque, y con ella las puntuaciones: el softmax se
    convierte en un único 1 y deja de aprender. Sin normalizar, las pilas profundas explotan o piden tasas de
    aprendizaje diminutas.
prueba: Pon diez bloques uno tras otro e imprime el número más grande después de cada uno. ¿Qué le pasa? ¿Qué dos líneas
    de la fórmula lo mantienen a raya?

fails: values, layer_norm
"""

from __future__ import annotations

from ...block import BlockWeights
from ._around import Mask, Numbers, sublayers_of


def pre_ln_block(x: Numbers, weights: BlockWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference without its norms."""
    for sublayer in sublayers_of(weights, n_heads, mask):
        x = x + sublayer(x)
    return x

"""
en: The block never calls layer_norm
es: El bloque nunca llama a layer_norm

done: layer_norm is there, but transformer_block only adds: x + attention(x), then + FFN.
why: Each block adds to x, so x grows from block to block, and with it the scores: the softmax becomes a single 1 and
    stops learning. The norms are what keeps every block's numbers in the same range.
try: Give your block its own output, ten times over, and print the largest number each time. What happens to it? In how
    many places does the paper's figure say Norm?

hecho: layer_norm está escrita, pero transformer_block solo suma: x + atención(x), y luego + FFN.
por_que: Cada bloque suma algo a x, así que x crece de bloque en bloque, y con ella las puntuaciones: el softmax se
    convierte en un único 1 y deja de aprender. Las normalizaciones son lo que mantiene en el mismo rango los números
    de todos los bloques.
prueba: Dale a tu bloque su propia salida, diez veces seguidas, e imprime cada vez el número más grande. ¿Qué le pasa?
    ¿En cuántos sitios pone Norm en la figura del artículo?

fails: values, norm_order
"""

from __future__ import annotations

from ._around import Heads, Mask, Numbers, given_sublayers


def transformer_block(
    x: Numbers, heads: Heads, W_O: Numbers, W1: Numbers, b1: Numbers, W2: Numbers, b2: Numbers, mask: Mask = None
) -> Numbers:
    """The reference without its norms."""
    for sublayer in given_sublayers(heads, W_O, W1, b1, W2, b2, mask):
        x = x + sublayer(x)
    return x

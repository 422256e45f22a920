"""
en: One head is counted only
es: Se cuenta una sola cabeza

done: Your numbers are those of four projections 64 or 32 wide, the width of one head.
why: The other heads have matrices of their own. Only all of them together make W_Q, W_K and W_V of (512, 512).
try: What do you have to multiply by so that all heads are in it? And what happens to the result when the heads become
    more and narrower?

hecho: Tus números son los de cuatro proyecciones de anchura 64 o 32, la de una cabeza.
por_que: Las demás cabezas tienen sus propias matrices. Solo entre todas forman W_Q, W_K y W_V de (512, 512).
prueba: ¿Por cuánto tienes que multiplicar para que estén todas? ¿Y qué le pasa al resultado cuando las cabezas son
    más y más estrechas?

fails: eight_heads, sixteen_heads, independent_of_heads
"""

from __future__ import annotations


def attention_parameters_8() -> int:
    """With 8 heads."""
    return 4 * (512 * 64 + 64)


def attention_parameters_16() -> int:
    """With 16."""
    return 4 * (512 * 32 + 32)

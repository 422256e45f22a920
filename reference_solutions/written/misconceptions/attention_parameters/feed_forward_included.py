"""
en: The feed-forward network is counted too
es: Se cuenta también la red feed-forward

done: Your number is that of a whole block: attention, feed-forward network and both norms.
why: The attention is only a third of a block. The feed-forward network, four times as wide, has twice as many
    parameters.
try: Which parts of a block does the exercise ask about? Count only the matrices in the formula of the attention.

hecho: Tu número es el de un bloque entero: atención, red feed-forward y las dos normas.
por_que: La atención es solo un tercio de un bloque. La red feed-forward, cuatro veces más ancha, tiene el doble de
    parámetros.
prueba: ¿Por qué partes del bloque pregunta el ejercicio? Cuenta solo las matrices que aparecen en la fórmula de la
    atención.

fails: eight_heads
"""

from __future__ import annotations


def attention_parameters_8() -> int:
    """With 8 heads."""
    return 4 * (512**2 + 512) + 2 * 4 * 512**2 + 5 * 512 + 4 * 512


def attention_parameters_16() -> int:
    """With 16."""
    return 4 * (512**2 + 512) + 2 * 4 * 512**2 + 5 * 512 + 4 * 512

"""
en: The biases are left out
es: Faltan los sesgos

done: Your number is that of the four matrices alone, 4 d².
why: Each projection is an affine map: beside its matrix it has a vector that it adds, of d numbers. The exercise asks
    for projections with biases, as nn.Linear has them.
try: How many numbers does nn.Linear(512, 512) hold, and how many of them are in its `weight`?

hecho: Tu número es el de las cuatro matrices solas, 4 d².
por_que: Cada proyección es una aplicación afín: junto a su matriz tiene un vector que suma, de d números. El
    ejercicio pide proyecciones con sesgo, como las de nn.Linear.
prueba: ¿Cuántos números guarda nn.Linear(512, 512), y cuántos de ellos están en su `weight`?

fails: eight_heads
catalogue: MH-10
"""

from __future__ import annotations


def attention_parameters_8() -> int:
    """With 8 heads."""
    return 4 * 512**2


def attention_parameters_16() -> int:
    """With 16."""
    return 4 * 512**2

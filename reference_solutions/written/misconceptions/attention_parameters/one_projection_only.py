"""
en: A single projection is counted
es: Se cuenta una sola proyección

done: Your number is that of one projection, d² + d.
why: Queries, keys and values have one each, and W_O is the fourth.
try: Write down what `__init__` of a multi-head attention makes. How many nn.Linear are there?

hecho: Tu número es el de una sola proyección, d² + d.
por_que: Las consultas, las claves y los valores tienen una cada uno, y W_O es la cuarta.
prueba: Escribe lo que crea el `__init__` de una atención multicabeza. ¿Cuántas nn.Linear hay?

fails: eight_heads
"""

from __future__ import annotations


def attention_parameters_8() -> int:
    """With 8 heads."""
    return 512**2 + 512


def attention_parameters_16() -> int:
    """With 16."""
    return 512**2 + 512

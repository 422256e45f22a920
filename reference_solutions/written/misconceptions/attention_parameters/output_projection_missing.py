"""
en: The output projection W_O is left out
es: Falta la proyección de salida W_O

done: Your number is that of three projections, as many as queries, keys and values have.
why: After the heads are put side by side there is a fourth one, W_O, which lets them exchange what they found. It is
    as large as each of the others.
try: Write the formula of multi-head attention down and mark every matrix in it. How many are there?

hecho: Tu número es el de tres proyecciones, las que tienen consultas, claves y valores.
por_que: Después de poner las cabezas en fila hay una cuarta, W_O, que les permite intercambiar lo que han encontrado.
    Es tan grande como cada una de las otras.
prueba: Escribe la fórmula de la atención multi-cabeza y marca todas las matrices que aparecen. ¿Cuántas hay?

fails: eight_heads
catalogue: MH-09
"""

from __future__ import annotations


def attention_parameters_8() -> int:
    """With 8 heads."""
    return 3 * (512**2 + 512)


def attention_parameters_16() -> int:
    """With 16."""
    return 3 * (512**2 + 512)

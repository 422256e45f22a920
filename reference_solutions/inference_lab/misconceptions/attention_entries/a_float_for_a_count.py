"""
en: A float loses digits
es: Un float pierde cifras

done: The count goes through a float, as with n ** 2.0, / or np.power of floats.
why: A float holds about 16 digits. Counts of this size are near that limit, and beyond it the last digits are made
    up. Python's own integers are exact however large.
try: Compare (10**9 + 1) ** 2 with (10**9 + 1) ** 2.0, all digits printed.

hecho: La cuenta pasa por un float, como con n ** 2.0, / o np.power de floats.
por_que: Un float guarda unas 16 cifras. Las cuentas de este tamaño están cerca de ese límite, y más allá las últimas
    cifras son inventadas. Los enteros de Python son exactos por grandes que sean.
prueba: Compara (10**9 + 1) ** 2 con (10**9 + 1) ** 2.0, con todas las cifras.

fails: exact
"""

from __future__ import annotations


def attention_entries(n: int, n_layers: int = 1, n_heads: int = 1) -> int:
    """By way of a float."""
    return int(n_layers * n_heads * float(n) ** 2)

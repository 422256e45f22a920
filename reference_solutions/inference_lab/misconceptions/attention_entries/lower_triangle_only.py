"""
en: Only the lower triangle is counted
es: Solo se cuenta el triángulo inferior

done: You count the entries that the causal mask leaves: n (n + 1) / 2.
why: These are the weights that aren't 0, a good thing to know. But the matrix that a program computes and stores is
    the whole one: the masked entries are filled with -inf, and take as much memory as the others.
try: Print the shape and the size of the weights that your attention returns under a causal mask.

hecho: Cuentas las entradas que deja la máscara causal: n (n + 1) / 2.
por_que: Esos son los pesos distintos de 0, y está bien saberlo. Pero la matriz que un programa calcula y guarda es la
    entera: las entradas tapadas se rellenan con -inf y ocupan tanta memoria como las demás.
prueba: Imprime la forma y el tamaño de los pesos que devuelve tu atención con una máscara causal.

fails: values
"""

from __future__ import annotations


def attention_entries(n: int, n_layers: int = 1, n_heads: int = 1) -> int:
    """The lower triangle with its diagonal."""
    return n_layers * n_heads * n * (n + 1) // 2

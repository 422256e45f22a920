"""
en: 20 is added
es: Se suma 20

done: You add 20 to the number of parameters.
why: The rule is a proportion: a model twice as large wants twice the text. Added, the 20 would not even be seen
    beside millions of parameters.
try: What does your function say for one parameter, for ten, for a million?

hecho: Sumas 20 al número de parámetros.
por_que: La regla es una proporción: un modelo el doble de grande pide el doble de texto. Sumado, el 20 ni se notaría
    al lado de millones de parámetros.
prueba: ¿Qué dice tu función para un parámetro, para diez, para un millón?

fails: values, proportional
"""

from __future__ import annotations


def chinchilla_tokens(n_parameters: int) -> int:
    """A sum for the product."""
    return n_parameters + 20

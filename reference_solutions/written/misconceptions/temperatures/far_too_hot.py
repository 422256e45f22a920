"""
en: So hot that only noise is left
es: Tan caliente que solo queda ruido

done: You take a temperature far above 1.
why: More isn't more creative: above 2 even impossible tokens come up often, and after a few of them there is no word
    left, let alone a name.
try: Compute softmax(z / T) of z = (6, 3, 0) for T = 1 and for your T. How likely does the worst token become?

hecho: Tomas una temperatura muy por encima de 1.
por_que: Más no es más creativo: por encima de 2 salen a menudo incluso tokens imposibles, y tras unos cuantos ya no
    queda ni una palabra, y menos un nombre.
prueba: Calcula softmax(z / T) con z = (6, 3, 0) para T = 1 y para tu T. ¿Cómo de probable se vuelve el peor token?

fails: names
"""

from __future__ import annotations


def code_temperature() -> float:
    """The choice."""
    return 0.2


def names_temperature() -> float:
    """The choice."""
    return 5.0

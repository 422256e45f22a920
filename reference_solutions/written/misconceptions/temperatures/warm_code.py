"""
en: A temperature as for a story, for code
es: Una temperatura de cuento para el código

done: For the code you take a temperature at which other tokens than the likeliest come up often.
why: A program of a thousand tokens needs a thousand good ones. If each is the likeliest in nine cases of ten only,
    hardly a line stays whole.
try: What is 0.9 to the power of 100? Which temperature would you take so that the likeliest token comes up in 99
    cases of 100?

hecho: Para el código tomas una temperatura con la que salen a menudo otros tokens que el más probable.
por_que: Un programa de mil tokens necesita mil buenos. Si cada uno es el más probable solo nueve veces de cada diez,
    apenas queda una línea entera.
prueba: ¿Cuánto es 0.9 elevado a 100? ¿Qué temperatura tomarías para que el token más probable saliera 99 veces de
    cada 100?

fails: code
"""

from __future__ import annotations


def code_temperature() -> float:
    """The choice."""
    return 0.8


def names_temperature() -> float:
    """The choice."""
    return 1.0

"""
en: 128 times 1024 tokens
es: 128 por 1024 tokens

done: Your number is that of 131 072 tokens, which is 128 times 1024.
why: In context lengths K sometimes means 1024; here the number is written out. The square makes nearly 5 percent of
    the 2.4 percent.
try: How many tokens does the exercise name, digit by digit?

hecho: Tu número es el de 131 072 tokens, que son 128 por 1024.
por_que: En las longitudes de contexto, K significa a veces 1024; aquí el número está escrito entero. El cuadrado
    convierte el 2.4 por ciento en casi un 5.
prueba: ¿Cuántos tokens nombra el ejercicio, cifra por cifra?

fails: entries
"""

from __future__ import annotations


def entries_128k() -> int:
    """128 Ki tokens."""
    return 131_072**2

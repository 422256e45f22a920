"""
en: Tokens by the square of the parameters
es: Tokens según el cuadrado de los parámetros

done: Your number of tokens has the parameters in it twice.
why: The computing time grows with the product of both, about 6·N·D, and so with the square of N; the tokens
    themselves grow only as the parameters do.
try: What does the rule give for a model of 1 parameter, of 2, of 10? Is that a line or a parabola?

hecho: En tu número de tokens aparecen dos veces los parámetros.
por_que: El tiempo de cálculo crece con el producto de ambos, unos 6·N·D, y por tanto con el cuadrado de N; los tokens
    en sí crecen solo como los parámetros.
prueba: ¿Qué da la regla para un modelo de 1 parámetro, de 2, de 10? ¿Es una recta o una parábola?

fails: tokens
"""

from __future__ import annotations


def model_tokens() -> float:
    """6 N² and the like."""
    return 20 * 3e9**2

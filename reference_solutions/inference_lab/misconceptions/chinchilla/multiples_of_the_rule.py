"""
en: The proportion is counted in multiples of 20
es: La proporción se cuenta en múltiplos de 20

done: chinchilla_ratio divides by the tokens that the rule asks for: 1 means just right.
why: A sensible number, but another one than asked. Papers give tokens per parameter, and then yours and theirs can't
    be compared.
try: What does your function say of Chinchilla itself (70 billion parameters, 1.4 trillion tokens)?

hecho: proporcion_chinchilla divide por los tokens que pide la regla: 1 significa justo lo debido.
por_que: Es un número sensato, pero no el que se pide. Los artículos dan tokens por parámetro, y entonces el tuyo y el
    suyo no se pueden comparar.
prueba: ¿Qué dice tu función del propio Chinchilla (70 mil millones de parámetros, 1,4 billones de tokens)?

fails: tokens_per_parameter
"""

from __future__ import annotations


def chinchilla_ratio(n_parameters: int, n_tokens: int) -> float:
    """1 where the rule is met."""
    return n_tokens / (20 * n_parameters)

"""
en: The proportion is cut to a whole number
es: La proporción se corta a un número entero

done: chinchilla_ratio divides with //, and what is behind the point is lost.
why: GPT-3 saw 1.7 tokens for each parameter and comes out as 1; a model that saw fewer tokens than it has parameters
    comes out as 0.
try: Compare 7 // 4 and 7 / 4. Which of the two does a proportion need?

hecho: proporcion_chinchilla divide con //, y lo que hay tras la coma se pierde.
por_que: GPT-3 vio 1,7 tokens por parámetro y sale 1; un modelo que vio menos tokens que parámetros tiene sale 0.
prueba: Compara 7 // 4 y 7 / 4. ¿Cuál de las dos necesita una proporción?

fails: tokens_per_parameter
"""

from __future__ import annotations


def chinchilla_ratio(n_parameters: int, n_tokens: int) -> int:
    """Without what is behind the point."""
    return n_tokens // n_parameters

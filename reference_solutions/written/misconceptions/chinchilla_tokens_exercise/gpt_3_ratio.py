"""
en: Fewer than two tokens for a parameter, as GPT-3 had
es: Menos de dos tokens por parámetro, como en GPT-3

done: Your answer has the ratio of GPT-3: 300·10⁹ tokens for 175·10⁹ parameters.
why: That was before Chinchilla, whose point is that those models were far too large for what they had read: a smaller
    one with more text does better at the same cost.
try: How many tokens per parameter did Chinchilla have (70·10⁹ parameters, 1.4·10¹² tokens)?

hecho: Tu respuesta tiene la proporción de GPT-3: 300·10⁹ tokens para 175·10⁹ parámetros.
por_que: Eso era antes de Chinchilla, que mostró que aquellos modelos eran demasiado grandes para lo que habían leído:
    uno menor con más texto lo hace mejor por el mismo coste.
prueba: ¿Cuántos tokens por parámetro tuvo Chinchilla (70·10⁹ parámetros, 1.4·10¹² tokens)?

fails: tokens, parameters
"""

from __future__ import annotations


def model_tokens() -> float:
    """1.7 for each."""
    return 3e9 * 300 / 175


def model_parameters() -> float:
    """1.7 for each."""
    return 5e11 * 175 / 300

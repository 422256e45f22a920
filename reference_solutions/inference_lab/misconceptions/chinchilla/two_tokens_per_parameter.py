"""
en: Fewer than 2 tokens for each parameter
es: Menos de 2 tokens por parámetro

done: You ask for about 1.7 tokens per parameter, as GPT-3 was trained (300 billion for 175 billion).
why: That was the habit before Chinchilla, and its finding is that those models were far too large for their text:
    with the same computation, a smaller one trained on more text is better.
try: How many tokens for each of its parameters did Chinchilla see, and how many did GPT-3?

hecho: Pides unos 1,7 tokens por parámetro, como se entrenó GPT-3 (300 mil millones para 175 mil millones).
por_que: Esa era la costumbre antes de Chinchilla, y lo que descubrió es que aquellos modelos eran demasiado grandes
    para su texto: con el mismo cómputo, uno más pequeño entrenado con más texto es mejor.
prueba: ¿Cuántos tokens vio Chinchilla por cada uno de sus parámetros, y cuántos GPT-3?

fails: values
"""

from __future__ import annotations


def chinchilla_tokens(n_parameters: int) -> float:
    """GPT-3's proportion."""
    return n_parameters * 300 / 175

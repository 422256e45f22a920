"""
en: The proportion is upside down
es: La proporción está al revés

done: chinchilla_ratio gives parameters per token: it grows with the parameters, and falls with the tokens.
why: Tokens per parameter can be held against Chinchilla's 20: 1.7 for GPT-3 is little, 1 875 for Llama 3 8B is a lot.
    The other way round the same models are 0.58 and 0.0005, and 20 says nothing about them.
try: Which number should come out for a model with 100 parameters that saw 2 000 tokens?

hecho: proporcion_chinchilla da parámetros por token: crece con los parámetros y baja con los tokens.
por_que: Los tokens por parámetro se pueden comparar con el 20 de Chinchilla: 1,7 de GPT-3 es poco y 1 875 de Llama 3
    8B es mucho. Al revés, esos mismos modelos dan 0,58 y 0,0005, y el 20 no dice nada de ellos.
prueba: ¿Qué número debería salir para un modelo de 100 parámetros que vio 2 000 tokens?

fails: tokens_per_parameter
"""

from __future__ import annotations


def chinchilla_ratio(n_parameters: int, n_tokens: int) -> float:
    """Parameters per token."""
    return n_parameters / n_tokens

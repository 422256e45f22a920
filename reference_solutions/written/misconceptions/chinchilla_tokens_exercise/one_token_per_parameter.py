"""
en: As many tokens as parameters
es: Tantos tokens como parámetros

done: In your answer there are as many tokens as parameters.
why: Then every parameter would have to be learned from one token. The measurements of Chinchilla say that about
    twenty are needed before a larger model is the better use of the same computing time.
try: Which number of tokens per parameter did the paper find? Where does it go in for each of the two questions?

hecho: En tu respuesta hay tantos tokens como parámetros.
por_que: Entonces cada parámetro tendría que aprenderse de un solo token. Según las medidas de Chinchilla hacen falta
    unos veinte antes de que un modelo mayor aproveche mejor el mismo tiempo de cálculo.
prueba: ¿Cuántos tokens por parámetro encontró el artículo? ¿Dónde entra ese número en cada una de las dos preguntas?

fails: tokens, parameters
"""

from __future__ import annotations


def model_tokens() -> float:
    """A token for each."""
    return 3e9


def model_parameters() -> float:
    """A parameter for each."""
    return 5e11

"""
en: Yes or no where reasons are asked
es: Sí o no donde se piden razones

done: You answered with yes or no.
why: The question is what is lost, and why. An answer without a reason can be guessed, and helps nobody who has to
    find out why a model doesn't learn.
try: Begin with: "Without it the gradient ..." Then: "And a token ...".

hecho: Has respondido con sí o no.
por_que: La pregunta es qué se pierde y por qué. Una respuesta sin razones se puede adivinar, y no ayuda a nadie que
    tenga que averiguar por qué no aprende un modelo.
prueba: Empieza así: «Sin ella, el gradiente...». Y luego: «Y un token...».

fails: reasoned
"""

from __future__ import annotations


def residual_answer() -> object:
    """No reasons."""
    return "Yes."

"""
en: A number where words are asked
es: Un número donde se piden palabras

done: Your answer is no text.
why: What a Transformer loses without the residual is a matter of reasons: what happens to the gradient, what happens
    to a token.
try: Say it aloud to somebody who knows what a gradient is, and write that down between quotes.

hecho: Tu respuesta no es un texto.
por_que: Lo que pierde un Transformer sin la conexión residual es cuestión de razones: qué le pasa al gradiente, qué
    le pasa a un token.
prueba: Explícaselo en voz alta a alguien que sepa qué es un gradiente, y escribe eso entre comillas.

fails: reasoned
"""

from __future__ import annotations


def residual_answer() -> object:
    """No reasons."""
    return 0.5

"""
en: An encoder alone is to translate
es: Un encoder solo para traducir

done: You chose an encoder for the translation.
why: An encoder gives one vector for each token that it reads: as many as went in, in their order. A translation is
    another text, with other words, in another number and order, and somebody has to write it.
try: How many outputs does an encoder have for a sentence of seven tokens? And how many tokens does its translation
    have?

hecho: Elegiste un encoder para la traducción.
por_que: Un encoder da un vector por cada token que lee: tantos como entraron y en el mismo orden. Una traducción es
    otro texto, con otras palabras, en otro número y en otro orden, y alguien tiene que escribirlo.
prueba: ¿Cuántas salidas tiene un encoder para una frase de siete tokens? ¿Y cuántos tokens tiene su traducción?

fails: translation
"""

from __future__ import annotations


def translation_family() -> str:
    """The choice."""
    return "encoder"

"""
en: A decoder alone is to translate
es: Un decoder solo para traducir

done: You chose a decoder for the translation.
why: Large ones translate well, but the family that was made for it has two sides: one reads the whole source
    sentence, forwards and backwards, the other writes the new one and looks at the first by cross-attention. With as
    many parameters that is the better division of work.
try: When the first word of the translation is written, which part of the source should be known, and in which
    direction read?

hecho: Elegiste un decoder para la traducción.
por_que: Los grandes traducen bien, pero la familia que se hizo para eso tiene dos lados: uno lee entera la frase de
    origen, hacia delante y hacia atrás, y el otro escribe la nueva y mira a la primera mediante atención cruzada. Con
    los mismos parámetros, ese reparto del trabajo es mejor.
prueba: Cuando se escribe la primera palabra de la traducción, ¿qué parte del original debería conocerse, y leída en
    qué dirección?

fails: translation
"""

from __future__ import annotations


def translation_family() -> str:
    """The choice."""
    return "decoder"

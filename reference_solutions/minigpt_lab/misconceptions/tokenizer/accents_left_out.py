"""
en: Letters with an accent become those without
es: Las letras con tilde se convierten en las que no la llevan

done: Accents are taken off before the alphabet is built, and before a text is encoded.
why: 'á' gets the id of 'a', and can't come back: decoding gives another text than was encoded. In Spanish it's often
    another word too: 'esta', 'está'.
try: Encode and decode 'está'. Is it the same text? What would have to be in the alphabet for that?

hecho: Se quitan las tildes antes de construir el alfabeto y antes de codificar un texto.
por_que: La «á» recibe el id de la «a» y no puede volver: al decodificar sale otro texto. En español, además, a menudo
    es otra palabra: «esta», «está».
prueba: Codifica y decodifica «está». ¿Es el mismo texto? ¿Qué tendría que haber en el alfabeto para que lo fuera?

fails: ids, round_trip, vocab_size
catalogue: GP-19
"""

from __future__ import annotations

import unicodedata

from ...tokenizer import CharTokenizer as Right


def without_accents(text: str) -> str:
    return "".join(part for part in unicodedata.normalize("NFD", text) if not unicodedata.combining(part))


class CharTokenizer(Right):
    def __init__(self, text: str) -> None:
        super().__init__(without_accents(text))

    def encode(self, text: str) -> list[int]:
        return super().encode(without_accents(text))

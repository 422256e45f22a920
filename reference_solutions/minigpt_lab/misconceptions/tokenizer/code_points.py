"""
en: The ids are the characters' code points
es: Los ids son los códigos de los caracteres

done: encode gives what ord says, and decode what chr says; the alphabet of the text plays no part.
why: 'ñ' has code 241 and '€' 8364, far beyond an embedding of some 40 rows. And since every character has a code,
    none is ever unknown.
try: Compare the largest id of your corpus with vocab_size. How many rows would the model's embedding need?

hecho: encode da lo que dice ord, y decode lo que dice chr; el alfabeto del texto no interviene.
por_que: «ñ» tiene el código 241 y «€» el 8364, muy lejos de un embedding de unas 40 filas. Y como todo carácter
    tiene un código, ninguno resulta desconocido.
prueba: Compara el id más alto de tu corpus con vocab_size. ¿Cuántas filas necesitaría el embedding del modelo?

fails: ids, own_text, unknown
catalogue: GP-19
"""

from __future__ import annotations

from collections.abc import Iterable

from ...tokenizer import CharTokenizer as Right


class CharTokenizer(Right):
    def encode(self, text: str) -> list[int]:
        return [ord(character) for character in text]

    def decode(self, ids: Iterable[int]) -> str:
        return "".join(map(chr, ids))

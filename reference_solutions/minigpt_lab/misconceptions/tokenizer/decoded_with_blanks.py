"""
en: Decoding puts a blank between the characters
es: Al decodificar se pone un espacio entre los caracteres

done: The characters are joined with a blank.
why: A blank is a character of the text like any other, with an id of its own. Joined so, words can't be told from
    letters any more.
try: Compare the lengths of a text and of what comes back after encode and decode.

hecho: Los caracteres se unen con un espacio.
por_que: El espacio es un carácter del texto como otro cualquiera, con su propio id. Unidos así, ya no se distinguen
    las palabras de las letras.
prueba: Compara la longitud de un texto con la de lo que vuelve tras codificarlo y decodificarlo.

fails: round_trip
"""

from __future__ import annotations

from collections.abc import Iterable


class CharTokenizer:
    def __init__(self, text: str) -> None:
        self.alphabet = sorted(set(text))
        self.vocab_size = len(self.alphabet)

    def encode(self, text: str) -> list[int]:
        return [self.alphabet.index(character) for character in text]

    def decode(self, ids: Iterable[int]) -> str:
        return " ".join(self.alphabet[i] for i in ids)

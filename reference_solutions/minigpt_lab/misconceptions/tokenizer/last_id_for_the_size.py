"""
en: vocab_size is one too few
es: vocab_size se queda corto en uno

done: vocab_size is the number of the last id.
why: Ids count from 0, so there is one more of them than the last one says. A model with that vocab_size has no row
    for the last character.
try: For the text 'aba', list the ids and count them.

hecho: vocab_size es el número del último id.
por_que: Los ids empiezan en 0, así que hay uno más de lo que dice el último. Un modelo con ese vocab_size no tiene
    fila para el último carácter.
prueba: Con el texto 'aba', haz la lista de los ids y cuéntalos.

fails: vocab_size
"""

from __future__ import annotations

from collections.abc import Iterable


class CharTokenizer:
    def __init__(self, text: str) -> None:
        self.alphabet = sorted(set(text))
        self.vocab_size = len(self.alphabet) - 1

    def encode(self, text: str) -> list[int]:
        return [self.alphabet.index(character) for character in text]

    def decode(self, ids: Iterable[int]) -> str:
        return "".join(self.alphabet[i] for i in ids)

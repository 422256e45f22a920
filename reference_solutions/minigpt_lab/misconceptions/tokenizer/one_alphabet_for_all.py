"""
en: All tokenizers share one alphabet
es: Todos los tokenizadores comparten un alfabeto

done: The alphabet is kept in the class or in a global variable, and not in the object (self).
why: The second tokenizer that is built overwrites the first one's alphabet. A model that goes with the first is then
    given wrong ids, without any error.
try: Build a = CharTokenizer('abc') and then b = CharTokenizer('xyz'). What does a.encode('abc') give now? Where does
    each of them keep its table?

hecho: El alfabeto se guarda en la clase o en una variable global, y no en el objeto (self).
por_que: El segundo tokenizador que se construye sobrescribe el alfabeto del primero. El modelo que va con el primero
    recibe entonces ids equivocados, sin ningún error.
prueba: Construye a = TokenizadorCaracteres('abc') y después b = TokenizadorCaracteres('xyz'). ¿Qué da ahora
    a.codificar('abc')? ¿Dónde guarda cada uno su tabla?

fails: own_text
catalogue: GP-20
"""

from __future__ import annotations

from collections.abc import Iterable

_alphabet: list[str] = []


class CharTokenizer:
    def __init__(self, text: str) -> None:
        _alphabet[:] = sorted(set(text))
        self.vocab_size = len(_alphabet)

    def encode(self, text: str) -> list[int]:
        return [_alphabet.index(character) for character in text]

    def decode(self, ids: Iterable[int]) -> str:
        return "".join(_alphabet[i] for i in ids)

"""
en: The tables belong to the notebook's text, not to the tokenizer
es: Las tablas son las del texto del notebook, no las del tokenizador

done: encode and decode look characters up in one table outside of the object, whatever text the tokenizer was built
    from.
why: It works as long as there is one text. A tokenizer of another text has characters that the table doesn't know, or
    knows under other ids; one that is loaded from a file has no table at all.
try: Build b = CharTokenizer('xyz!') and encode 'zyx'. Which of your lines use something that isn't in self?

hecho: Al codificar y decodificar se busca en una tabla de fuera del objeto, sea cual sea el texto con que se
    construyó el tokenizador.
por_que: Funciona mientras hay un solo texto. Un tokenizador de otro texto tiene caracteres que la tabla no conoce, o
    que conoce con otros ids; y el que se carga de un archivo no tiene ninguna tabla.
prueba: Construye un tokenizador con 'xyz!' y codifica 'zyx'. ¿Qué líneas tuyas usan algo que no está en self?

fails: ids, round_trip, own_text, unknown
catalogue: GP-20
"""

from __future__ import annotations

from collections.abc import Iterable

_alphabet = sorted(set("A text of the notebook's own. ñ7"))


class CharTokenizer:
    def __init__(self, text: str) -> None:
        self.vocab_size = len(set(text))

    def encode(self, text: str) -> list[int]:
        return [_alphabet.index(character) for character in text]

    def decode(self, ids: Iterable[int]) -> str:
        return "".join(_alphabet[i] for i in ids)

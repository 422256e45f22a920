"""
en: decode gives a list of characters
es: decode da una lista de caracteres

done: Each id is turned into its character, but the characters stay apart, in a list.
why: Decoding is to undo encoding, and what was encoded was one text. Printing or searching a list of single letters
    is something else.
try: What is type(tok.decode(tok.encode('ab')))? How does Python make one text out of many?

hecho: Cada id se convierte en su carácter, pero los caracteres quedan sueltos, en una lista.
por_que: Decodificar tiene que deshacer la codificación, y lo que se codificó era un texto. Imprimir una lista de
    letras sueltas, o buscar en ella, es otra cosa.
prueba: ¿Qué es type(tok.decodificar(tok.codificar('ab')))? ¿Cómo hace Python un texto de muchos?

fails: round_trip
catalogue: GP-19
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...tokenizer import CharTokenizer as Right


class CharTokenizer(Right):
    def decode(self, ids: Iterable[int]) -> Any:
        return [self.alphabet[i] for i in ids]

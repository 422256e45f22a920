"""
en: The ids begin at 1
es: Los ids empiezan en 1

done: The first character of the alphabet has id 1, and the last one an id equal to vocab_size.
why: An embedding of vocab_size rows has the rows 0 to vocab_size - 1. The last character finds no row in it, and row
    0 is never used.
try: Which are the smallest and the largest id of your alphabet? Look up both in an nn.Embedding(vocab_size, 2).

hecho: El primer carácter del alfabeto tiene el id 1, y el último, un id igual a vocab_size.
por_que: Un embedding de vocab_size filas tiene las filas de 0 a vocab_size - 1. El último carácter no encuentra la
    suya, y la fila 0 no se usa nunca.
prueba: ¿Cuáles son el id menor y el mayor de tu alfabeto? Busca los dos en un nn.Embedding(vocab_size, 2).

fails: ids
catalogue: GP-19
"""

from __future__ import annotations

from collections.abc import Iterable

from ...tokenizer import CharTokenizer as Right


class CharTokenizer(Right):
    def encode(self, text: str) -> list[int]:
        return [i + 1 for i in super().encode(text)]

    def decode(self, ids: Iterable[int]) -> str:
        return super().decode(i - 1 for i in ids)

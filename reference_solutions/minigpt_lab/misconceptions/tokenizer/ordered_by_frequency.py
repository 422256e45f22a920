"""
en: The alphabet is ordered by frequency
es: El alfabeto está ordenado por frecuencia

done: The most frequent character has id 0, the next one id 1, and so on.
why: Word vocabularies are often built so, but here the sorted alphabet was asked. A few more lines of text change
    the counts, and with them the ids.
try: Print the ten characters of ids 0 to 9. In which order do they stand, and would they still after another page of
    text?

hecho: El carácter más frecuente tiene el id 0, el siguiente el id 1, y así sucesivamente.
por_que: Los vocabularios de palabras suelen construirse así, pero aquí se pedía el alfabeto ordenado. Unas líneas
    más de texto cambian los recuentos y, con ellos, los ids.
prueba: Imprime los diez caracteres de los ids 0 a 9. ¿En qué orden están, y seguirían así con una página más de
    texto?

fails: ids
catalogue: GP-19
"""

from __future__ import annotations

from collections import Counter

from ...tokenizer import CharTokenizer as Right


class CharTokenizer(Right):
    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.alphabet = [character for character, _ in Counter(text).most_common()]
        self.ids = {character: i for i, character in enumerate(self.alphabet)}

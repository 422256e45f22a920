"""
en: The alphabet stands in the order of a set
es: El alfabeto está en el orden de un conjunto

done: The different characters are collected in a set, and numbered in the order in which the set gives them.
why: A set of strings has no order of its own: Python mixes it anew at each start. The same notebook run tomorrow
    gives other ids, and a model saved today writes gibberish with them.
try: Restart the kernel a few times and print the first characters of your alphabet each time. What makes an order
    out of a set?

hecho: Los distintos caracteres se reúnen en un conjunto (set) y se numeran en el orden en que este los da.
por_que: Un conjunto de cadenas no tiene orden propio: Python lo mezcla de nuevo en cada arranque. El mismo notebook
    da mañana otros ids, y con ellos un modelo guardado hoy escribe galimatías.
prueba: Reinicia el kernel varias veces e imprime cada vez los primeros caracteres de tu alfabeto. ¿Qué convierte un
    conjunto en algo ordenado?

fails: ids
catalogue: GP-19
"""

from __future__ import annotations

from ...tokenizer import CharTokenizer as Right


class CharTokenizer(Right):
    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.alphabet = list(set(text))
        self.ids = {character: i for i, character in enumerate(self.alphabet)}

"""
en: The alphabet follows the order in which the characters appear
es: El alfabeto sigue el orden en que aparecen los caracteres

done: Each character gets the next free id when it is first met in the text.
why: The ids then depend on how the text begins. One word added at its front renumbers the alphabet, and a model
    trained before speaks another language than the tokenizer.
try: Build one tokenizer from 'abc' and one from 'cba'. Both know the same three characters: should they agree on the
    id of 'a'?

hecho: Cada carácter recibe el siguiente id libre cuando aparece por primera vez en el texto.
por_que: Los ids dependen entonces de cómo empieza el texto. Una palabra añadida delante renumera el alfabeto, y un
    modelo entrenado antes habla otro idioma que el tokenizador.
prueba: Construye un tokenizador con «abc» y otro con «cba». Los dos conocen los mismos tres caracteres: ¿deberían
    coincidir en el id de «a»?

fails: ids
catalogue: GP-19
"""

from __future__ import annotations

from ...tokenizer import CharTokenizer as Right


class CharTokenizer(Right):
    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.alphabet = list(dict.fromkeys(text))
        self.ids = {character: i for i, character in enumerate(self.alphabet)}

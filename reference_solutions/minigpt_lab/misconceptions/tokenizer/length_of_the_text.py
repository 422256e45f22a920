"""
en: vocab_size is the length of the text
es: vocab_size es la longitud del texto

done: vocab_size counts all characters of the text, and not the different ones.
why: It's what the model is built with: an embedding of thousands of rows and as many logits, of which some forty are
    ever used. The loss at the start is then ln of the wrong number.
try: How many different characters are in 'aaaa'? Print vocab_size for it.

hecho: vocab_size cuenta todos los caracteres del texto, y no los distintos.
por_que: Con él se construye el modelo: un embedding de miles de filas y otros tantos logits, de los que solo se usan
    unos cuarenta. La pérdida inicial es entonces el logaritmo de un número equivocado.
prueba: ¿Cuántos caracteres distintos hay en «aaaa»? Imprime vocab_size para ese texto.

fails: vocab_size
catalogue: GP-19
"""

from __future__ import annotations

from ...tokenizer import CharTokenizer as Right


class CharTokenizer(Right):
    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.vocab_size = len(text)

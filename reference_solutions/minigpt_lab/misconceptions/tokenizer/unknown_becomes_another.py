"""
en: Unknown characters get another's id
es: Los caracteres desconocidos reciben el id de otro

done: Where a character isn't in the alphabet, a default takes its place, such as id 0.
why: That id belongs to a real character of the alphabet, often the line break. The model reads a text that nobody
    wrote, and no error says so.
try: Decode what encode gives for a text with an unknown character. What stands in its place? Which line should
    rather have stopped?

hecho: Cuando un carácter no está en el alfabeto, ocupa su lugar un valor por defecto, como el id 0.
por_que: Ese id es de un carácter de verdad, a menudo el salto de línea. El modelo lee un texto que nadie ha escrito,
    y ningún error lo dice.
prueba: Decodifica lo que encode da para un texto con un carácter desconocido. ¿Qué hay en su lugar? ¿Qué línea
    debería haberse detenido?

fails: unknown
catalogue: GP-19
"""

from __future__ import annotations

from ...tokenizer import CharTokenizer as Right


class CharTokenizer(Right):
    def encode(self, text: str) -> list[int]:
        return [self.ids.get(character, 0) for character in text]

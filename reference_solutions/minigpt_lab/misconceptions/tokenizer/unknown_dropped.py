"""
en: Unknown characters are left out
es: Los caracteres desconocidos se omiten

done: encode skips each character that isn't in the alphabet.
why: The ids look fine, but they are those of another text. Whoever asks the model about '5 km' gets an answer about
    ' km', and nothing tells them.
try: Encode and decode a text with a character that your corpus doesn't have. How long are the two texts, and who
    would notice?

hecho: encode se salta cada carácter que no está en el alfabeto.
por_que: Los ids parecen correctos, pero son los de otro texto. Quien pregunta al modelo por «5 km» recibe una
    respuesta sobre « km», y nada se lo dice.
prueba: Codifica y decodifica un texto con un carácter que tu corpus no tenga. ¿Cuánto mide cada texto, y quién lo
    notaría?

fails: unknown
catalogue: GP-19
"""

from __future__ import annotations

from ...tokenizer import CharTokenizer as Right


class CharTokenizer(Right):
    def encode(self, text: str) -> list[int]:
        return [self.ids[character] for character in text if character in self.ids]

"""
en: Capital and small letters are made one
es: Mayúsculas y minúsculas se convierten en lo mismo

done: The text is put into lower case, or all into capitals, before the alphabet is built and before it's encoded.
why: What was a capital can't be told from what wasn't: decoding gives another text than was encoded. And the model
    never learns how a sentence begins.
try: Encode and decode 'Ana'. Is it the same text? What would have to be in the alphabet for that?

hecho: El texto se pasa a minúsculas, o todo a mayúsculas, antes de construir el alfabeto y antes de codificarlo.
por_que: Lo que era mayúscula ya no se distingue de lo que no lo era: al decodificar sale otro texto. Y el modelo nunca
    aprende cómo empieza una frase.
prueba: Codifica y decodifica «Ana». ¿Es el mismo texto? ¿Qué tendría que haber en el alfabeto para que lo fuera?

fails: ids, round_trip, vocab_size
catalogue: GP-19
"""

from __future__ import annotations

from ...tokenizer import CharTokenizer as Right


class CharTokenizer(Right):
    def __init__(self, text: str) -> None:
        super().__init__(text.lower())

    def encode(self, text: str) -> list[int]:
        return super().encode(text.lower())

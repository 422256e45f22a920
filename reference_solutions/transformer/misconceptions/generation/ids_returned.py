"""
en: Token ids come back, not a text
es: Se devuelven ids de tokens, no un texto

done: The prompt goes in as a text, and what comes out are the numbers of its tokens and of the new ones.
why: Who calls a generator wants to read what it wrote. Numbers say something only to the tokenizer that made them, and
    the prompt can't be found in front of them.
try: Print what your function returns for a short prompt. Can you read it? What turned the prompt into numbers, and what
    does that have for the way back?

hecho: El texto inicial entra como texto, pero lo que sale son los números de sus tokens y de los nuevos.
por_que: Quien llama a un generador quiere leer lo que ha escrito. Los números solo le dicen algo al tokenizador que los
    creó, y delante de ellos no se encuentra el texto inicial.
prueba: Imprime lo que devuelve tu función con un texto inicial corto. ¿Puedes leerlo? ¿Qué convirtió ese texto en
    números, y qué ofrece para el camino de vuelta?

fails: prompt_and_length
"""

from __future__ import annotations

from typing import Any

from ._in_torch import drawn, generated, probabilities


def generate(
    model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0, top_k: int | None = None
) -> list[int]:
    """The right one, but for the last step."""
    text = generated(model, tok, prompt, length, lambda logits: drawn(probabilities(logits[-1], temperature, top_k)))
    return list(tok.encode(text))

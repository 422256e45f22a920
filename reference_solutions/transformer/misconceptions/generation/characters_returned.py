"""
en: A list of characters comes back, not a text
es: Se devuelve una lista de caracteres, no un texto

done: Each new token is decoded and put into a list, and the list is what comes out.
why: A list of characters and a text look alike when they are printed one after the other, but who calls a generator
    can't compare it with a text, nor find the prompt at its beginning, nor write it to a file.
try: Print `type(...)` of what your function returns, and of the prompt. Which method of `str` makes the one of the
    other?

hecho: Cada token nuevo se decodifica y se guarda en una lista, y lo que sale es esa lista.
por_que: Una lista de caracteres y un texto se parecen cuando se imprimen uno tras otro, pero quien llama a un generador
    no puede compararla con un texto, ni encontrar el texto inicial al principio, ni escribirla en un archivo.
prueba: Imprime `type(...)` de lo que devuelve tu función y del texto inicial. ¿Qué método de `str` convierte lo uno en
    lo otro?

fails: prompt_and_length
"""

from __future__ import annotations

from typing import Any

from ._in_torch import drawn, generated, probabilities


def generate(
    model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0, top_k: int | None = None
) -> list[str]:
    """The right one, but for the last step."""
    return list(
        generated(model, tok, prompt, length, lambda logits: drawn(probabilities(logits[-1], temperature, top_k)))
    )

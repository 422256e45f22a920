"""
en: Only the new tokens come back
es: Solo vuelven los tokens nuevos

done: What is returned begins after the prompt.
why: It's a choice of taste, and some libraries make it. But here the whole text was asked, and whoever prints your
    result expects to read it from its beginning.
try: Call it with a prompt and print the result. Does it start with your words?

hecho: Lo que se devuelve empieza después del prompt.
por_que: Es cuestión de gustos, y algunas bibliotecas lo hacen. Pero aquí se pedía el texto entero, y quien imprima tu
    resultado espera leerlo desde el principio.
prueba: Llámala con un prompt e imprime el resultado. ¿Empieza con tus palabras?

fails: prompt_and_length
catalogue: GE-13
"""

from __future__ import annotations

from typing import Any

from ._in_torch import drawn, generated, probabilities


def generate(
    model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0, top_k: int | None = None
) -> str:
    """The right one without the prompt."""
    return generated(model, tok, prompt, length, lambda logits: drawn(probabilities(logits[-1], temperature, top_k)))[
        len(prompt) :
    ]

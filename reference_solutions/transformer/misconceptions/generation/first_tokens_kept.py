"""
en: The window keeps the first tokens, not the last ones
es: La ventana se queda con los primeros tokens, no con los últimos

done: The text is cut to ids[:context].
why: Once the text is longer than the context, the model sees the same opening in each step and never what it has just
    written: it goes round in circles.
try: For context = 3 and the text "abcde", write down what your slice gives. Which three letters should the model know
    in order to write the sixth?

hecho: El texto se recorta a ids[:contexto].
por_que: En cuanto el texto supera el contexto, el modelo ve en cada paso el mismo comienzo y nunca lo que acaba de
    escribir: da vueltas en círculo.
prueba: Con contexto = 3 y el texto «abcde», apunta qué da tu recorte. ¿Qué tres letras debería conocer el modelo para
    escribir la sexta?

fails: context_window
catalogue: GE-02
"""

from __future__ import annotations

from typing import Any

from ._in_torch import drawn, generated, probabilities


def generate(
    model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0, top_k: int | None = None
) -> str:
    """The right one with the beginning of the text."""
    return generated(
        model,
        tok,
        prompt,
        length,
        lambda logits: drawn(probabilities(logits[-1], temperature, top_k)),
        window=lambda ids: ids[: model.context],
    )

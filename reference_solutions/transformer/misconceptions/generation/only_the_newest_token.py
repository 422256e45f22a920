"""
en: Only the newest token goes into the model
es: En el modelo solo entra el token más reciente

done: Each step gives the model a single token, the one that was drawn last.
why: That is how one generates with a KV cache, which remembers the rest. Without one, the model forgets everything
    but the last letter, and stands each time at position 0.
try: Print what the model is given in the fifth step. Could you continue a text of which you saw only the last letter?

hecho: En cada paso le das al modelo un solo token, el último que salió.
por_que: Así se genera con una caché KV, que recuerda lo demás. Sin ella, el modelo lo olvida todo menos la última
    letra, y está cada vez en la posición 0.
prueba: Imprime lo que recibe el modelo en el quinto paso. ¿Sabrías continuar un texto del que solo vieras la última
    letra?

fails: context_window
catalogue: GE-12
"""

from __future__ import annotations

from typing import Any

from ._in_torch import drawn, generated, probabilities


def generate(
    model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0, top_k: int | None = None
) -> str:
    """The right one with a window of one token."""
    return generated(
        model,
        tok,
        prompt,
        length,
        lambda logits: drawn(probabilities(logits[-1], temperature, top_k)),
        window=lambda ids: ids[-1:],
    )

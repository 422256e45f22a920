"""
en: The whole text goes into the model, however long it gets
es: Todo el texto entra en el modelo, por largo que se haga

done: Each step gives the model all tokens so far, without cutting them to its context.
why: The position table has context rows. For the first tokens all is well; then the text is one token too long, and
    there's an IndexError in the middle of a sentence.
try: Generate more tokens than the model's context and print the length of what you hand over in each step. How much
    of the text can the model look back at in any case?

hecho: En cada paso le das al modelo todos los tokens que hay, sin recortarlos a su contexto.
por_que: La tabla de posiciones tiene tantas filas como el contexto. Con los primeros tokens va todo bien; luego el
    texto es un token más largo de la cuenta, y salta un IndexError a mitad de frase.
prueba: Genera más tokens que el contexto del modelo e imprime la longitud de lo que entregas en cada paso. ¿Hasta
    dónde puede mirar atrás el modelo, en cualquier caso?

fails: context_window
catalogue: GE-01, GP-09
"""

from __future__ import annotations

from typing import Any

from ._in_torch import drawn, generated, probabilities


def generate(
    model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0, top_k: int | None = None
) -> str:
    """The right one without its window."""
    return generated(
        model, tok, prompt, length, lambda logits: drawn(probabilities(logits[-1], temperature, top_k)), window=list
    )

"""
en: Generation stops where the context is full
es: La generación se detiene cuando se llena el contexto

done: Once prompt and new tokens are as many as the model's context, no more are drawn, however many were asked for.
why: The context limits what the model reads at once, not how long a text may become: the oldest tokens leave its view,
    and the text grows on. A prompt as long as the context gets no answer at all.
try: Ask for twice as many tokens as your model's context holds, and print the length of what comes back. Which tokens
    does the model need in order to choose the next one, and which may it forget?

hecho: En cuanto el texto inicial y los tokens nuevos suman el contexto del modelo, no se saca ninguno más, por muchos
    que se pidan.
por_que: El contexto limita lo que el modelo lee de una vez, no lo largo que puede ser un texto: los tokens más antiguos
    salen de su vista y el texto sigue creciendo. Un texto inicial tan largo como el contexto se queda sin respuesta.
prueba: Pide el doble de tokens de los que caben en el contexto de tu modelo e imprime la longitud de lo que vuelve.
    ¿Qué tokens necesita el modelo para elegir el siguiente, y cuáles puede olvidar?

fails: context_window
catalogue: GE-01
"""

from __future__ import annotations

from typing import Any

from ._in_torch import drawn, generated, probabilities


def generate(
    model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0, top_k: int | None = None
) -> str:
    """The right one, as long as there is room in the model's context."""
    room = max(0, model.context - len(tok.encode(prompt)))
    return generated(
        model,
        tok,
        prompt,
        min(length, room),
        lambda logits: drawn(probabilities(logits[-1], temperature, top_k)),
    )

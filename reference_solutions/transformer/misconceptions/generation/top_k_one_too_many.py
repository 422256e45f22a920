"""
en: Top-k keeps k + 1 tokens
es: Top-k se queda con k + 1 tokens

done: The token just below the k likeliest is kept too: an index off by one, or <= for <.
why: With k = 1 it should be the likeliest token always, and now and then it's the second. A border must be on one
    side or the other.
try: Sort [4, 3, 2, 1] and keep k = 2 by your rule. Which value is your threshold, and is it to be kept or cut?

hecho: También se queda el token justo por debajo de los k más probables: un índice desplazado en uno, o un <= por un
    <.
por_que: Con k = 1 debería salir siempre el token más probable, y de vez en cuando sale el segundo. Una frontera tiene
    que estar a un lado o al otro.
prueba: Ordena [4, 3, 2, 1] y quédate con k = 2 según tu regla. ¿Qué valor es tu umbral, y hay que conservarlo o
    cortarlo?

fails: top_k
catalogue: GE-17
"""

from __future__ import annotations

from typing import Any

from ._in_torch import drawn, generated, probabilities


def generate(
    model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0, top_k: int | None = None
) -> str:
    """The right one with k + 1."""
    kept = None if top_k is None else top_k + 1
    return generated(model, tok, prompt, length, lambda logits: drawn(probabilities(logits[-1], temperature, kept)))

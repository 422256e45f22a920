"""
en: Top-k keeps the least likely tokens
es: Top-k se queda con los tokens menos probables

done: The k smallest logits are kept and the large ones cut: sorted the wrong way round, or a comparison turned round.
why: The model may now say only what it thinks least likely. With k = 1 it's the worst of all tokens, each time.
try: Which tokens should come up for logits [5, 1, 0] and top_k = 1? Print what is left of the logits after your cut.

hecho: Se conservan los k logits más pequeños y se cortan los grandes: ordenados al revés, o una comparación
    invertida.
por_que: Así el modelo solo puede decir lo que le parece menos probable. Con k = 1 sale siempre el peor de todos los
    tokens.
prueba: ¿Qué tokens deberían salir con los logits [5, 1, 0] y top_k = 1? Imprime lo que queda de los logits después de
    tu corte.

fails: top_k
catalogue: GE-17
"""

from __future__ import annotations

from typing import Any

from ._in_torch import drawn, generated, largest, probabilities


def generate(
    model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0, top_k: int | None = None
) -> str:
    """The right one with the k smallest."""
    return generated(
        model, tok, prompt, length, lambda logits: drawn(probabilities(_smallest(logits[-1], top_k), temperature))
    )


def _smallest(logits: Any, top_k: int | None) -> Any:
    return logits if top_k is None else logits.masked_fill(largest(-logits, top_k).isinf(), float("-inf"))

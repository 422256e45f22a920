"""
en: The softmax is applied twice
es: El softmax se aplica dos veces

done: The logits are made probabilities, and these go through a softmax again (here, or once in the model and once
    here).
why: The second softmax gets numbers between 0 and 1: even a token of probability 1 ends up at most e times as likely
    as one of probability 0. All texts get close to letter soup.
try: Apply softmax to [5, 0, 0], then again to the result. How sure was the model, and how sure is it now?

hecho: Los logits se convierten en probabilidades, y estas vuelven a pasar por un softmax (aquí, o una vez en el
    modelo y otra aquí).
por_que: El segundo softmax recibe números entre 0 y 1: hasta un token de probabilidad 1 acaba siendo, como mucho, e
    veces más probable que uno de probabilidad 0. Todos los textos se acercan a una sopa de letras.
prueba: Aplica softmax a [5, 0, 0], y luego otra vez al resultado. ¿Cuánto de seguro estaba el modelo, y cuánto lo
    está ahora?

fails: temperature
catalogue: GE-05
"""

from __future__ import annotations

from typing import Any

from ._in_torch import drawn, generated, probabilities


def generate(
    model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0, top_k: int | None = None
) -> str:
    """The right one on probabilities in place of logits."""
    return generated(
        model, tok, prompt, length, lambda logits: drawn(probabilities(probabilities(logits[-1]), temperature, top_k))
    )

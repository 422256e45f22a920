"""
en: The softmax runs over the queries
es: El softmax recorre las consultas

done: The weights add up to 1 along the axis of x, not along that of memory.
why: The queries then compete for a key, in place of each query sharing out its attention over the keys: a token of x
    gets more or less in all, depending on the others.
try: Sum the weights along both axes. Which of the sums must be 1 for each token of x?

hecho: Los pesos suman 1 a lo largo del eje de x y no del de memory.
por_que: Las consultas compiten entonces por una clave, en lugar de que cada consulta reparta su atención entre las
    claves: un token de x recibe más o menos en total según los demás.
prueba: Suma los pesos por los dos ejes. ¿Qué sumas deben valer 1 para cada token de x?

fails: values, weights
"""

from __future__ import annotations

from typing import Any

from ....transformer.softmax import softmax


def cross_attention(x: Any, memory: Any, W_Q: Any, W_K: Any, W_V: Any) -> Any:
    """Columns add up to 1."""
    scores = (x @ W_Q) @ (memory @ W_K).T / W_Q.shape[-1] ** 0.5
    weights = softmax(scores, axis=0)
    return weights @ (memory @ W_V), weights

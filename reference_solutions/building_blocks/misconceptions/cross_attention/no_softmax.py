"""
en: There is no softmax
es: Falta el softmax

done: The scores themselves mix the values.
why: Scores may be negative and don't add up to 1: the output is no average of the values, and grows with the number of
    tokens in memory. Without a softmax two layers of attention are one product of matrices.
try: Add up the weights of one token of x. What should come out? Can one of them be negative?

hecho: Los valores se mezclan con las propias puntuaciones.
por_que: Las puntuaciones pueden ser negativas y no suman 1: la salida no es un promedio de los valores, y crece con el
    número de tokens de memory. Sin softmax, dos capas de atención son un producto de matrices.
prueba: Suma los pesos de un token de x. ¿Qué debería salir? ¿Puede alguno ser negativo?

fails: values, sources, lengths, weights
"""

from __future__ import annotations

from typing import Any


def cross_attention(x: Any, memory: Any, W_Q: Any, W_K: Any, W_V: Any) -> Any:
    """The scores for weights."""
    scores = (x @ W_Q) @ (memory @ W_K).T / W_Q.shape[-1] ** 0.5
    return scores @ (memory @ W_V), scores

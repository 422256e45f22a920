"""
en: The scores come back, without a softmax
es: Se devuelven las puntuaciones, sin softmax

done: What you return is q kᵀ / √d_k itself.
why: Scores are negative or large as they please, and those of different rows can't be compared. Only the softmax makes
    shares of them.
try: Print the sum of each row. What should each of them be?

hecho: Lo que devuelves es la propia q kᵀ / √d_k.
por_que: Las puntuaciones son negativas o grandes, como les toque, y las de filas distintas no se pueden comparar. Solo
    el softmax las convierte en partes.
prueba: Imprime la suma de cada fila. ¿Cuánto debería ser cada una?

fails: values, rows_sum_to_one
catalogue: AT-15
"""

from __future__ import annotations

from torch import Tensor

from ...multi_head_module import MultiHeadAttention


def attention_weights_per_head(mha: MultiHeadAttention, x: Tensor) -> Tensor:
    """The scores."""
    q, k = mha.split(mha.W_Q(x)), mha.split(mha.W_K(x))
    return q @ k.transpose(-2, -1) / mha.d_k**0.5

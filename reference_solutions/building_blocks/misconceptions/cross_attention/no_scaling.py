"""
en: The scores aren't divided by √d_k
es: Las puntuaciones no se dividen por √d_k

done: The dot products of queries and keys go into the softmax as they are.
why: A dot product of d_k independent terms spreads like √d_k, wherever its two vectors come from. A saturated softmax
    passes hardly any gradient.
try: Which factor of the formula of attention is missing? Compare with your self-attention.

hecho: Los productos escalares de consultas y claves entran en el softmax tal cual.
por_que: Un producto escalar de d_k términos independientes se dispersa como √d_k, vengan de donde vengan sus dos
    vectores. Un softmax saturado apenas deja pasar gradiente.
prueba: ¿Qué factor de la fórmula de la atención falta? Compárala con tu autoatención.

fails: values
"""

from __future__ import annotations

from typing import Any

from ....transformer.attention import attention


def cross_attention(x: Any, memory: Any, W_Q: Any, W_K: Any, W_V: Any) -> Any:
    """As the reference, without the division."""
    return attention(x @ W_Q * W_Q.shape[-1] ** 0.5, memory @ W_K, memory @ W_V)

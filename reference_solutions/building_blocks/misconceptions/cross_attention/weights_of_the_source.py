"""
en: The weights come back with a row for each source token
es: Los pesos vuelven con una fila por token de la fuente

done: The matrix of weights that you return is transposed.
why: By convention a row belongs to the one that asks. Whoever plots your matrix reads which target tokens a source
    token looked at, which never happened.
try: With 3 tokens in x and 7 in memory, which shape do your weights have? Do the rows add up to 1?

hecho: La matriz de pesos que devuelves está traspuesta.
por_que: Por convenio, una fila pertenece a quien pregunta. Quien dibuje tu matriz leerá a qué tokens del destino miró
    uno de la fuente, cosa que nunca ocurrió.
prueba: Con 3 tokens en x y 7 en memory, ¿qué forma tienen tus pesos? ¿Suman 1 las filas?

fails: weights
"""

from __future__ import annotations

from typing import Any

from ....transformer.attention import attention


def cross_attention(x: Any, memory: Any, W_Q: Any, W_K: Any, W_V: Any) -> Any:
    """Transposed weights."""
    output, weights = attention(x @ W_Q, memory @ W_K, memory @ W_V)
    return output, weights.T

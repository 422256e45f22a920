"""
en: The scores are divided by the root of the number of queries
es: Las puntuaciones se dividen por la raíz del número de consultas

done: Under the root stands how many tokens ask, not how wide each query is.
why: A query then gets another answer as soon as others ask beside it, though it has nothing to do with them.
try: Ask with one token of x, then with all of them. Which numbers in the first row should change, and which do?

hecho: Bajo la raíz está cuántos tokens preguntan y no lo ancha que es cada consulta.
por_que: Una consulta recibe entonces otra respuesta en cuanto otras preguntan a su lado, aunque no tiene nada que ver
    con ellas.
prueba: Pregunta con un solo token de x y luego con todos. ¿Qué números de la primera fila deberían cambiar, y cuáles
    cambian?

fails: values
"""

from __future__ import annotations

from typing import Any

from ....transformer.attention import attention


def cross_attention(x: Any, memory: Any, W_Q: Any, W_K: Any, W_V: Any) -> Any:
    """As the reference, with another divisor."""
    factor = (W_Q.shape[-1] / len(x)) ** 0.5
    return attention(x @ W_Q * factor, memory @ W_K, memory @ W_V)

"""
en: The keys are made of x
es: Las claves salen de x

done: Queries and keys come from x, only the values from memory.
why: A weight then says how well two tokens of x fit, and is used to mix tokens of memory that stand at the same
    places: these have nothing to do with each other. Where the lengths differ the shapes don't even fit.
try: Whose content decides which token of memory is read? Write down which sequence each index of the weights belongs
    to.

hecho: Consultas y claves vienen de x; solo los valores, de memory.
por_que: Un peso dice entonces cuánto encajan dos tokens de x y se usa para mezclar tokens de memory que están en los
    mismos lugares: no tienen nada que ver. Si las longitudes son distintas, ni siquiera encajan las formas.
prueba: ¿El contenido de quién decide qué token de memory se lee? Escribe a qué secuencia pertenece cada índice de los
    pesos.

fails: values, sources, lengths, weights
"""

from __future__ import annotations

from typing import Any

from ....transformer.attention import attention


def cross_attention(x: Any, memory: Any, W_Q: Any, W_K: Any, W_V: Any) -> Any:
    """Keys from x."""
    return attention(x @ W_Q, x @ W_K, memory @ W_V)

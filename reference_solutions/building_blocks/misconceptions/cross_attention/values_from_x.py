"""
en: The values are made of x
es: Los valores salen de x

done: Queries and values come from x, only the keys from memory.
why: Memory then decides on the weights but its content never reaches the output. Where the lengths differ the shapes
    don't even fit.
try: Add 100 to the values of memory. By how much must the output grow?

hecho: Consultas y valores vienen de x; solo las claves, de memory.
por_que: Memory decide entonces los pesos, pero su contenido nunca llega a la salida. Si las longitudes son distintas,
    ni siquiera encajan las formas.
prueba: Suma 100 a los valores de memory. ¿Cuánto debe crecer la salida?

fails: values, sources, lengths, weights
"""

from __future__ import annotations

from typing import Any

from ....transformer.attention import attention


def cross_attention(x: Any, memory: Any, W_Q: Any, W_K: Any, W_V: Any) -> Any:
    """Values from x."""
    return attention(x @ W_Q, memory @ W_K, x @ W_V)

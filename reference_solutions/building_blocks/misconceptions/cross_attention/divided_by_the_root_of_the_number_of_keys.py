"""
en: The scores are divided by the root of the number of keys
es: Las puntuaciones se dividen por la raíz del número de claves

done: Under the root stands how many keys there are, not how wide each one is.
why: The same query then looks in another way at the same two keys as soon as a third one joins them. What makes a dot
    product grow is its number of terms.
try: Print the shape of your keys and, beside it, the number under the root. Which axis did you want?

hecho: Bajo la raíz está cuántas claves hay y no lo ancha que es cada una.
por_que: La misma consulta mira entonces de otra manera las mismas dos claves en cuanto llega una tercera. Lo que hace
    crecer un producto escalar es cuántos términos suma.
prueba: Imprime la forma de tus claves y, al lado, el número que está bajo la raíz. ¿Qué eje querías?

fails: values
"""

from __future__ import annotations

from typing import Any

from ....transformer.attention import attention


def cross_attention(x: Any, memory: Any, W_Q: Any, W_K: Any, W_V: Any) -> Any:
    """As the reference, with another divisor."""
    factor = (W_Q.shape[-1] / len(memory)) ** 0.5
    return attention(x @ W_Q * factor, memory @ W_K, memory @ W_V)

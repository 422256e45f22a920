"""
en: x attends to itself
es: x se atiende a sí misma

done: Queries, keys and values are all made of x; memory isn't used.
why: That is self-attention. In a translator the decoder would then write without ever having read the sentence it is
    to translate.
try: Replace memory by zeros. What should happen to the output, and what does?

hecho: Consultas, claves y valores salen todos de x; memory no se usa.
por_que: Eso es autoatención. En un traductor, el decoder escribiría entonces sin haber leído la frase que debe
    traducir.
prueba: Cambia memory por ceros. ¿Qué debería pasarle a la salida y qué le pasa?

fails: values, sources, lengths, weights
catalogue: MH-14
"""

from __future__ import annotations

from typing import Any

from ....transformer.attention import attention


def cross_attention(x: Any, memory: Any, W_Q: Any, W_K: Any, W_V: Any) -> Any:
    """Self-attention."""
    del memory
    return attention(x @ W_Q, x @ W_K, x @ W_V)

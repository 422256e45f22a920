"""
en: Bytes are counted, not entries
es: Se cuentan bytes, no entradas

done: Your result is the number of entries times the bytes that one takes.
why: How many bytes an entry has depends on the type; how many entries there are doesn't. Kept apart, the same count
    serves for the memory in any precision and for the work.
try: What does your function say for a single token? How many weights does it have?

hecho: Tu resultado es el número de entradas multiplicado por los bytes que ocupa cada una.
por_que: Cuántos bytes tiene una entrada depende del tipo; cuántas entradas hay, no. Por separado, la misma cuenta
    sirve para la memoria en cualquier precisión y para el trabajo.
prueba: ¿Qué dice tu función para un solo token? ¿Cuántos pesos tiene?

fails: values
"""

from __future__ import annotations


def attention_entries(n: int, n_layers: int = 1, n_heads: int = 1) -> int:
    """Two bytes for each entry."""
    return 2 * n_layers * n_heads * n**2

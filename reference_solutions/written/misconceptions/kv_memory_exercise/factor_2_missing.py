"""
en: Keys or values are counted, not both
es: Se cuentan las claves o los valores, pero no los dos

done: Your result is half of the right one.
why: For each token the cache keeps a key and a value, in every layer. Whoever counts one of them plans for twice as
    many conversations as there is room for.
try: What must a model still know of an old token when the next one is written: only how to find it, or also what it
    says?

hecho: Tu resultado es la mitad del correcto.
por_que: De cada token la caché guarda una clave y un valor, en cada capa. Quien cuenta solo uno planifica el doble de
    conversaciones de las que caben.
prueba: ¿Qué tiene que saber todavía un modelo de un token antiguo cuando se escribe el siguiente: solo cómo
    encontrarlo, o también lo que dice?

fails: memory
catalogue: KM-01
"""

from __future__ import annotations

from ... import kv_memory_exercise as reference


def kv_gb() -> float:
    """The number."""
    return 0.5 * reference.kv_gb()


def kv_gb_gqa() -> float:
    """With GQA."""
    return 0.5 * reference.kv_gb_gqa()

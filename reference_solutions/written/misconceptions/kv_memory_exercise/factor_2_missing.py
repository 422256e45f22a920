"""
en: One of the two factors of 2 is missing
es: Falta uno de los dos factores 2

done: Your result is half of the right one: of the two factors of 2 in it, one for keys and values and one for the
    bytes of a number, only one is there.
why: For each token the cache keeps a key and a value, in every layer, and a number in 16 bits takes 2 bytes. Whoever
    forgets one of the two plans for twice as many conversations as there is room for.
try: What must a model still know of an old token when the next one is written: only how to find it, or also what it
    says? And how many bytes are 16 bits? Which of these two questions has no factor in your product?

hecho: Tu resultado es la mitad del correcto: de los dos factores 2 que lleva, uno por claves y valores y otro por los
    bytes de cada número, solo está uno.
por_que: De cada token la caché guarda una clave y un valor, en cada capa, y un número de 16 bits ocupa 2 bytes. Quien
    olvida uno de los dos factores planifica el doble de conversaciones de las que caben.
prueba: ¿Qué tiene que saber todavía un modelo de un token antiguo cuando se escribe el siguiente: solo cómo
    encontrarlo, o también lo que dice? ¿Y cuántos bytes son 16 bits? ¿Cuál de estas dos preguntas no tiene un factor
    en tu producto?

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

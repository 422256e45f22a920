"""
en: The caches come back without the new token
es: Las cachés se devuelven sin el token nuevo

done: The new key and value are joined for this step's scores, and the caches that came in are returned.
why: The next step never hears of this token: each token sees itself alone, however long the text is.
try: Call your function three times, each time with the caches that came back. What does len(k_cache) grow to?

hecho: La clave y el valor nuevos se unen para las puntuaciones de este paso, y se devuelven las cachés que entraron.
por_que: El paso siguiente no se entera de este token: cada token se ve solo a sí mismo, por largo que sea el texto.
prueba: Llama a tu función tres veces, cada vez con las cachés devueltas. ¿Hasta dónde crece la longitud de la caché de
    claves?

fails: values, keys_turned, earlier_rows, values_plain
"""

from __future__ import annotations

from ._step import Answer, Floats, added, mixed, turned


def rope_with_cache(q: Floats, k: Floats, v: Floats, k_cache: Floats, v_cache: Floats) -> Answer:
    """The right output, and no memory of it."""
    position = len(k_cache)
    output = mixed(turned(q, position), added(k_cache, turned(k, position)), added(v_cache, v))
    return output, k_cache, v_cache

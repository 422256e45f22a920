"""
en: Always 2 bytes for each number
es: Siempre 2 bytes por número

done: bytes_per_value is accepted and not used.
why: The same cache takes half in 8-bit numbers and twice as much in float32; that is why caches are quantised. Your
    function can't say so.
try: Call it with 1, 2 and 4 bytes per value. Should the three results be the same?

hecho: El número de bytes por valor se acepta y no se usa.
por_que: La misma caché ocupa la mitad con números de 8 bits y el doble en float32; por eso se cuantizan las cachés.
    Tu función no puede decirlo.
prueba: Llámala con 1, 2 y 4 bytes por valor. ¿Deberían salir iguales los tres resultados?

fails: values, scales
catalogue: KM-03
"""

from __future__ import annotations

from ... import kv_memory as reference


def kv_memory(n_tokens: int, n_layers: int, n_kv_heads: int, d_head: int, bytes_per_value: int = 2) -> int:
    """Without bytes_per_value."""
    return reference.kv_memory(n_tokens, n_layers, n_kv_heads, d_head)

"""
en: New tokens don't get into the cache
es: Los tokens nuevos no entran en la caché

done: A step joins its key and value to the cached ones for its own attention, but the longer arrays are not put back.
why: The cache stays as the prompt left it. The first step is right; the second knows nothing of the first, nor does
    any later one.
try: Print the length of the cache after the prefill and after each of three steps. By how much should it grow?

hecho: Un paso junta su clave y su valor con los guardados para su propia atención, pero no vuelve a guardar el
    resultado.
por_que: La caché se queda como la dejó el prompt. El primer paso está bien; el segundo no sabe nada del primero, ni
    tampoco los siguientes.
prueba: Imprime la longitud de la caché tras el prefill y tras cada uno de tres pasos. ¿Cuánto debería crecer?

fails: steps
catalogue: KV-07
"""

from __future__ import annotations

from typing import Any

from ._in_torch import Cached


class CachedMiniGPT(Cached):
    """The right one with a cache that only the prefill fills."""

    def kept(self, layer: int, k: Any, v: Any) -> tuple[Any, Any]:
        joined = self.joined(self.cache[layer], k, v)
        if self.cache[layer] is None:
            self.cache[layer] = joined
        return joined

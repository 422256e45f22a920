"""
en: All texts of a batch get the first one's cache
es: Todos los textos del lote reciben la caché del primero

done: The cache keeps the keys and values of the first text only (an index 0 or a squeeze on the batch axis), and they
    are spread over the others.
why: With one text at a time nothing shows. With several, all go on as if they had the first one's prompt.
try: Give two different prompts at once, and each of them alone. Which axis of your cached arrays is the batch, and
    how long is it?

hecho: La caché guarda solo las claves y los valores del primer texto (un índice 0 o un squeeze en el eje del lote), y
    se reparten a los demás.
por_que: Con un solo texto no se nota. Con varios, todos siguen como si tuvieran el prompt del primero.
prueba: Dale dos prompts distintos a la vez, y cada uno por separado. ¿Qué eje de lo que guardas es el del lote, y
    cuánto mide?

fails: batch
catalogue: KV-16
"""

from __future__ import annotations

from typing import Any

from ._in_torch import Cached


class CachedMiniGPT(Cached):
    """The right one that keeps the first text's keys and values."""

    def kept(self, layer: int, k: Any, v: Any) -> tuple[Any, Any]:
        k, v = super().kept(layer, k, v)
        self.cache[layer] = (k[:1].expand_as(k), v[:1].expand_as(v))
        return k, v

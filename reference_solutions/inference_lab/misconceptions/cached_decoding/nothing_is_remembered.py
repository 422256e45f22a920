"""
en: The cache holds the newest token only
es: La caché solo guarda el token más nuevo

done: Each step replaces what the cache holds by the new token's key and value, or never reads it, so a token attends
    to itself alone.
why: The model goes on as if the text began anew with each token: the prompt has no influence on what follows.
try: Give two very different prompts and then the same token. Print the shape of the keys in the attention of that
    step: how many tokens should they belong to?

hecho: Cada paso sustituye lo que hay en la caché por la clave y el valor del token nuevo, o no la lee nunca, así que
    un token solo se atiende a sí mismo.
por_que: El modelo sigue como si el texto empezara de nuevo con cada token: el prompt no influye en lo que viene
    después.
prueba: Dale dos prompts muy distintos y después el mismo token. Imprime la forma de las claves en la atención de ese
    paso: ¿de cuántos tokens deberían ser?

fails: steps, constant_work, resets, batch, context_limit
catalogue: KV-07
"""

from __future__ import annotations

from typing import Any

from ._in_torch import Cached


class CachedMiniGPT(Cached):
    """The right one with a cache that is overwritten and not added to."""

    def kept(self, layer: int, k: Any, v: Any) -> tuple[Any, Any]:
        self.cache[layer] = (k, v)
        return k, v

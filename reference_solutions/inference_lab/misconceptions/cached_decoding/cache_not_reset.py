"""
en: A new prompt is added to the old text
es: Un prompt nuevo se añade al texto anterior

done: prefill appends to whatever the cache holds, and nothing empties it in between.
why: The second text you generate with the same model sees the first one, and its positions go on where that ended.
    The first try is always right, which is why it is easily missed.
try: Generate twice from the same prompt and compare the logits of the prefill. What should a prefill do before all
    else?

hecho: prefill añade a lo que ya hay en la caché, y nada la vacía entre medias.
por_que: El segundo texto que generas con el mismo modelo ve el primero, y sus posiciones siguen donde aquel acabó. El
    primer intento siempre sale bien, y por eso cuesta darse cuenta.
prueba: Genera dos veces desde el mismo prompt y compara los logits del prefill. ¿Qué debería hacer un prefill antes
    que nada?

fails: resets
catalogue: KV-08
"""

from __future__ import annotations

from typing import Any

from ._in_torch import Cached


class CachedMiniGPT(Cached):
    """The right one whose cache is made by the constructor only."""

    def prefill(self, tokens: Any) -> Any:
        return self.advanced(tokens)[:, -1]

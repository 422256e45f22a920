"""
en: All layers share one cache
es: Todas las capas comparten una caché

done: Keys and values are kept in one place for the whole model, so what one layer leaves there is what the next one
    reads.
why: Each layer has projections of its own: a key of layer 1 means nothing to a query of layer 2. With a single layer
    nothing is wrong, so a small test misses it.
try: Print id() of the cache that each layer uses, or compare with the uncached model for 1 layer and for 2. A list
    made by [[]] * n holds the same list n times.

hecho: Las claves y los valores se guardan en un solo sitio para todo el modelo, así que lo que deja una capa es lo
    que lee la siguiente.
por_que: Cada capa tiene sus propias proyecciones: una clave de la capa 1 no le dice nada a una consulta de la capa 2.
    Con una sola capa no falla nada, así que una prueba pequeña no lo ve.
prueba: Imprime id() de la caché que usa cada capa, o compara con el modelo sin caché para 1 capa y para 2. Una lista
    hecha con [[]] * n contiene n veces la misma lista.

fails: steps
catalogue: KV-10
"""

from __future__ import annotations

from typing import Any

from ._in_torch import Cached


class CachedMiniGPT(Cached):
    """The right one with one place for the keys and values of all layers."""

    def kept(self, layer: int, k: Any, v: Any) -> tuple[Any, Any]:  # noqa: ARG002 - that's the mistake
        before = self.cache[0] if self.cached else None
        joined = self.joined(None if before is None else [part[:, :, : self.cached] for part in before], k, v)
        self.cache[0] = joined
        return joined

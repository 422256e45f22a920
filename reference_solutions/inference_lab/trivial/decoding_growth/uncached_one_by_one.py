"""Each token's own forward: cheap, and without the text."""

from __future__ import annotations

from ..cached_decoding import uncached_one_by_one


class CachedMiniGPT(uncached_one_by_one.CachedMiniGPT):
    pass

"""Methods that do nothing."""

from __future__ import annotations

from ..cached_decoding import nothing


class CachedMiniGPT(nothing.CachedMiniGPT):
    pass

"""Zeros, at no cost."""

from __future__ import annotations

from ..cached_decoding import zeros


class CachedMiniGPT(zeros.CachedMiniGPT):
    pass

"""What a cache saves is judged on `CachedMiniGPT` itself: the reference is the same, and has one."""

from __future__ import annotations

from .cached_decoding import CachedMiniGPT, generate_with_cache

__all__ = ["CachedMiniGPT", "generate_with_cache"]

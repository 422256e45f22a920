"""What tiles save is judged on `tiled_attention` itself: the reference is the same."""

from __future__ import annotations

from .tiled_attention import tiled_attention

__all__ = ["tiled_attention"]

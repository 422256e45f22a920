"""What attention costs is judged on `attention` itself: the reference is the same, and vectorised."""

from __future__ import annotations

from .attention import attention

__all__ = ["attention"]

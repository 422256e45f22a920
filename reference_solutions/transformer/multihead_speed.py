"""What multi-head attention costs is judged on it itself: the references are the same, and vectorised."""

from __future__ import annotations

from .multihead import AttentionWeights, multi_head_attention, multihead

__all__ = ["AttentionWeights", "multi_head_attention", "multihead"]

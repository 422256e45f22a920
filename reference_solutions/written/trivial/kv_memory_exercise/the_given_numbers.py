"""What the exercise gives."""

from __future__ import annotations


def kv_gb() -> object:
    return 100_000


def kv_gb_gqa() -> object:
    return 12_288

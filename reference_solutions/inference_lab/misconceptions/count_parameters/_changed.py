"""The right numbers with one part changed, and the total along with it."""

from __future__ import annotations

from ... import count_parameters as reference


def changed(sizes: tuple[int, int, int, int, int], **differences: int) -> dict[str, int]:
    """`differences` are added to the parts of that name."""
    counts = reference.count_parameters(*sizes)
    parts = {part: counts[part] + differences.get(part, 0) for part in counts if part != "total"}
    return {**parts, "total": sum(parts.values())}

"""One question asked many times over, for answers that are drawn at random."""

from __future__ import annotations

from typing import Any, Callable

from .plain import to_plain
from .stub_model import seed_generators_of

__all__ = ["repeated"]

MOST = 10_000


def repeated(function: Any, arguments: Callable[[], list[Any]], keywords: dict[str, Any], times: int, seed: int) -> Any:
    """The values of `times` calls; `arguments` makes fresh ones for each, so that none sees what another changed."""
    seed_generators_of(function, seed)
    return [to_plain(function(*arguments(), **keywords)) for _ in range(min(times, MOST))]

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def _default_dtype() -> Iterator[None]:
    """Some styles set torch's default to float64, which must not reach the next test: the fake student is this process.

    Torch isn't loaded for it: where no test did, there is nothing to put back.
    """
    yield
    if "torch" in sys.modules:
        sys.modules["torch"].set_default_dtype(sys.modules["torch"].float32)

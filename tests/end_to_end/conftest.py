"""One warm process for the tests of this folder that grade whole notebooks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from grader.kernel.warm import Zygote, start_warm
from grader.sandbox import choose
from tests.end_to_end.course import CHECKOUT


@pytest.fixture(scope="session")
def zygote() -> Iterator[Zygote]:
    """What their kernels are forked from; each notebook has a process of its own all the same."""
    with closing(start_warm(choose(), preload_torch=True, hidden=[CHECKOUT])) as made:
        yield made

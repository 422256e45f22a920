"""Draws in which a function's own seed does nothing, and which leave the seeds as they are."""

from __future__ import annotations

import pytest

from grader.model import CallFunction, Repeated, Returned
from tests.fake_student import fake_student


def drawn(seed_it: str, draw: str, *, deaf: bool) -> tuple[tuple[object, ...], tuple[object, ...]]:
    """Eight draws of a function that sets its seed first, and three that follow in an ordinary call."""
    source = f"""
    import random
    import numpy as np
    import torch
    from numpy.random import default_rng
    from torch import manual_seed
    kept, kept_np, kept_py = torch.Generator(), np.random.RandomState(0), random.Random(0)
    def f():
        {seed_it}
        return {draw}
    """
    ask = fake_student(source)
    replies = [ask(Repeated(CallFunction("f", seed=3), times, heard)) for times, heard in ((8, deaf), (3, False))]
    values = [reply.value for reply in replies if isinstance(reply, Returned)]
    first, then = values
    assert isinstance(first, tuple)
    assert isinstance(then, tuple)
    return first, then


@pytest.mark.parametrize(
    ("seed_it", "draw"),
    [
        ("torch.manual_seed(0)", "torch.rand(1).item()"),
        ("torch.random.manual_seed(0)", "torch.rand(1).item()"),
        ("g = torch.manual_seed(0)", "torch.rand(1, generator=g).item()"),
        ("np.random.seed(0)", "np.random.rand()"),
        ("random.seed(0)", "random.random()"),
        ("manual_seed(0)", "torch.rand(1).item()"),
        ("g = torch.Generator().manual_seed(0)", "torch.rand(1, generator=g).item()"),
        ("g = torch.Generator(device='cpu'); g.manual_seed(0)", "torch.rand(1, generator=g).item()"),
        ("g = torch.Generator()", "torch.rand(1, generator=g).item()"),
        ("kept.manual_seed(0)", "torch.rand(1, generator=kept).item()"),
        ("g = np.random.default_rng(0)", "g.random()"),
        ("g = default_rng(0)", "g.random()"),
        ("g = np.random.RandomState(0)", "g.rand()"),
        ("kept_np.seed(0)", "kept_np.rand()"),
        ("g = random.Random(0)", "g.random()"),
        ("kept_py.seed(0)", "kept_py.random()"),
    ],
)
def test_a_seed_that_is_not_heard_leaves_chance_alone_and_is_heard_again_later(seed_it: str, draw: str) -> None:
    first, then = drawn(seed_it, draw, deaf=True)
    assert len(set(first)) == 8
    assert len(set(then)) == 1
    assert len(set(drawn(seed_it, draw, deaf=False)[0])) == 1
    assert drawn(seed_it, draw, deaf=True)[0] == first  # ours is heard

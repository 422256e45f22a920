"""A mistake that students make, as the course knows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from grader.model.text import Text

__all__ = ["Misconception"]


@dataclass(frozen=True)
class Misconception:
    """One known-wrong variant of a component.

    `id` is ``component/mistake``.  `done` says what was done, `why` why it matters, `hint` what to try.
    `fails` are the checks that it must fail, all of them and no others; `alike` are ids of misconceptions whose
    outputs can't be told from this one's, said on purpose.  `functions` are the variant's functions by
    the reference's names: those with the signature of a role can be compared with a student's answers.
    """

    id: str
    component: str
    title: Text
    done: Text
    why: Text
    hint: Text
    fails: tuple[str, ...]
    catalogue: str = ""
    alike: tuple[str, ...] = ()
    functions: Mapping[str, Callable[..., Any]] = field(default_factory=dict, compare=False)

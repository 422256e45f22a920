"""Several questions in one, and a question to a module some of whose parameters are zero."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.model.asking import BuildModule, CallMethod, CallModule, Overheard, SetParameters

__all__ = ["Several", "WithZeros"]


@dataclass(frozen=True)
class WithZeros:
    """Answer `call` with these parameters (positions in the order of ``parameters()``) of the module under `handle` at
    zero; afterwards they are what they were.
    """

    handle: str
    parameters: tuple[int, ...]
    call: CallModule | Overheard


@dataclass(frozen=True)
class Several:
    """Answer `calls` one after the other, and return the sequence of their values.

    One that raises ends it, and its exception is the reply.  All of them have the time of one question.  What is built
    comes first.
    """

    calls: tuple[BuildModule | SetParameters | CallMethod | CallModule | Overheard | WithZeros, ...]

"""What running shows: one unscored call under witnesses (``grader.inside.witness``)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from grader.model import (
    Ask,
    Call,
    CallFunction,
    CallModule,
    LibraryCall,
    NoReply,
    Reply,
    Returned,
    Witnessed,
    innermost,
)
from grader.own_work.concepts import CONCEPTS
from grader.own_work.evidence import Evidence

__all__ = ["Examples", "examine"]


@dataclass
class Examples:
    """An `Ask` that remembers, for each function and module, one question that was answered."""

    ask: Ask
    answered: dict[str, Call] = field(default_factory=dict)

    def __call__(self, call: Call, /) -> Reply:
        reply = self.ask(call)
        question = innermost(call)
        if isinstance(reply, Returned) and isinstance(question, CallFunction | CallModule):
            name = question.name if isinstance(question, CallFunction) else question.handle.rpartition("-")[0]
            # The latest: its module is the likeliest to be still there.
            self.answered[name] = question
        return reply


def examine(examples: Iterable[Call], ask: Ask, concepts: Iterable[str]) -> Evidence:
    """Ask each of `examples` once more under witnesses for `concepts`."""
    watch = tuple(name for concept in concepts for name in CONCEPTS[concept])
    if not watch:
        return Evidence()
    violations: dict[LibraryCall, None] = {}
    unseen: set[str] = set()
    for call in examples:
        reply = ask(Witnessed(call, watch))
        if isinstance(reply, Returned):
            violations.update(dict.fromkeys(reply.library_calls))
            unseen.update(reply.unseen)
        elif isinstance(reply, NoReply):
            unseen.add(reply.verdict.value)
        else:
            unseen.add(reply.type_name)
    return Evidence(tuple(violations), tuple(sorted(unseen)))

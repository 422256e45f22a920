"""Calls to trees of plain data, and trees back to replies: the parent's side of the wire.

Everything that arrives was written by a process in which student code runs.  A tree that isn't exactly
what was asked for becomes ``NoReply(UNREADABLE)``; nothing here raises on it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from typing import Any, get_args

from grader.inside import wire
from grader.model import Array, Call, LibraryCall, NoReply, Opaque, Raised, Reply, Returned, StandIn, Value, Verdict
from grader.model.values import count_of, entries_of, text_of, unstyled

__all__ = ["reply_from", "request_for"]


def request_for(call: Call, request_id: int) -> dict[str, Any]:
    """The request's tree: the call's own fields, its operation's name and an id."""
    return {"id": request_id, **_operation(call)}


_CALLS = get_args(Call)


def _operation(call: Call) -> dict[str, Any]:
    kind: Any = type(call)
    operation, names = _written(kind)
    return {"op": operation, **{name: _outward(getattr(call, name)) for name in names}}


@cache
def _written(kind: type[Any]) -> tuple[str, tuple[str, ...]]:
    """How the agent calls the operation, and the names of its fields."""
    operation = re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()
    return operation, tuple(field.name for field in fields(kind))


def _outward(value: Any) -> Any:
    if isinstance(value, int | float | str) or value is None:
        return value
    if isinstance(value, _CALLS):
        return _operation(value)
    if isinstance(value, StandIn):
        return {"role": value.role, "options": _outward(value.options)}
    if isinstance(value, Array):
        return wire.Tensor(value.data, value.library, value.dtype)
    if isinstance(value, tuple | list):
        return [_outward(part) for part in value]
    if isinstance(value, Mapping):
        return {key: _outward(part) for key, part in value.items()}
    return value


def reply_from(tree: Any, request_id: int) -> Reply:
    """The reply in `tree`, if it answers `request_id`."""
    if not isinstance(tree, dict) or tree.get("id") != request_id or isinstance(tree.get("id"), bool):
        return NoReply(Verdict.UNREADABLE, "The reply doesn't belong to the question.")
    if "raised" in tree:
        return _raised(tree["raised"])
    if "value" not in tree:
        return NoReply(Verdict.UNREADABLE, "The reply holds no value.")
    gradients = tree.get("gradients", ())
    after = tree.get("arguments_after", ())
    if not isinstance(gradients, tuple) or not isinstance(after, tuple):
        return NoReply(Verdict.UNREADABLE, "The reply is malformed.")
    inward = tuple(_inward(part) for part in gradients)
    return Returned(
        _inward(tree["value"]),
        tuple(part if isinstance(part, Array) else None for part in inward),
        tuple(_inward(part) for part in after),
        *_witnessed(_inward(tree.get("witnessed"))),
    )


def _witnessed(body: Value) -> tuple[tuple[LibraryCall, ...], tuple[str, ...]]:
    if not isinstance(body, Mapping):
        return (), ()
    calls = []
    for entry in entries_of(body.get("calls")):
        cell, line = count_of(entry.get("cell")), count_of(entry.get("line"))
        calls.append(LibraryCall(text_of(entry.get("name"))[:200], cell, line))
    unseen = body.get("unseen")
    return tuple(calls), tuple(text_of(part)[:50] for part in unseen) if isinstance(unseen, tuple) else ()


def _inward(tree: Any) -> Value:
    if tree is None or isinstance(tree, bool | int | float | str):
        return tree
    if isinstance(tree, wire.Tensor):
        return Array(tree.data, "torch" if tree.library == "torch" else "numpy", tree.dtype)
    if isinstance(tree, wire.Opaque):
        return Opaque(tree.type_name)
    if isinstance(tree, tuple):
        return tuple(_inward(part) for part in tree)
    if isinstance(tree, dict):
        return {key: _inward(part) for key, part in tree.items()}
    return Opaque(type(tree).__name__)


def _raised(body: Any) -> Reply:
    if not isinstance(body, dict):
        return NoReply(Verdict.UNREADABLE, "The reply is malformed.")
    if body.get("ours") is True:
        what = f"{text_of(body.get('type_name'))}: {text_of(body.get('message'))}"
        return NoReply(Verdict.UNGRADABLE, f"The grader's agent failed ({what[:300]}).")
    return Raised(
        type_name=text_of(body.get("type_name"))[:200] or "Exception",
        message=unstyled(text_of(body.get("message"))[:2000]),
        cell=count_of(body.get("cell")),
        line=count_of(body.get("line")),
        source_line=text_of(body.get("source_line"))[:400],
        function=text_of(body.get("function"))[:200],
    )

"""Calls to trees of plain data, and trees back to replies: the parent's side of the wire.

Everything that arrives was written by a process in which student code runs.  A tree that isn't exactly
what was asked for becomes ``NoReply(UNREADABLE)``; nothing here raises on it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from grader.inside import wire
from grader.model import (
    Array,
    Call,
    Definition,
    Definitions,
    ModuleDescription,
    NoReply,
    Opaque,
    Parameter,
    ParameterDescription,
    Raised,
    Reply,
    Returned,
    SubmoduleDescription,
    Value,
    Verdict,
)

__all__ = ["definitions_from", "module_from", "reply_from", "request_for"]


def request_for(call: Call, request_id: int) -> dict[str, Any]:
    """The request's tree: the call's own fields, its operation's name and an id."""
    operation = re.sub(r"(?<!^)(?=[A-Z])", "_", type(call).__name__).lower()
    body = {field.name: _outward(getattr(call, field.name)) for field in fields(call)}
    return {"id": request_id, "op": operation, **body}


def _outward(value: Any) -> Any:
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
    )


def _inward(tree: Any) -> Value:
    if isinstance(tree, wire.Tensor):
        return Array(tree.data, "torch" if tree.library == "torch" else "numpy", tree.dtype)
    if isinstance(tree, wire.Opaque):
        return Opaque(tree.type_name)
    if isinstance(tree, tuple):
        return tuple(_inward(part) for part in tree)
    if isinstance(tree, dict):
        return {key: _inward(part) for key, part in tree.items()}
    if tree is None or isinstance(tree, bool | int | float | str):
        return tree
    return Opaque(type(tree).__name__)


def _raised(body: Any) -> Reply:
    if not isinstance(body, dict):
        return NoReply(Verdict.UNREADABLE, "The reply is malformed.")
    return Raised(
        type_name=_text(body.get("type_name"))[:200] or "Exception",
        message=_text(body.get("message"))[:2000],
        cell=_count(body.get("cell")),
        line=_count(body.get("line")),
        source_line=_text(body.get("source_line"))[:400],
        function=_text(body.get("function"))[:200],
    )


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _count(value: Any) -> int | None:
    return value if type(value) is int and 0 < value < 10**9 else None


def definitions_from(value: Value) -> Definitions:
    """What `Inspect` returned.  Entries that make no sense are left out."""
    described: dict[str, Definition] = {}
    body = value if isinstance(value, Mapping) else {}
    entries = body.get("described")
    for name, entry in entries.items() if isinstance(entries, Mapping) else ():
        if not isinstance(entry, Mapping):
            continue
        kind = entry.get("kind")
        libraries = entry.get("libraries")
        known = (
            [lib for lib in libraries if lib in ("numpy", "torch")] if isinstance(libraries, tuple) else []
        )
        described[name] = Definition(
            name=name,
            kind="function" if kind == "function" else "class" if kind == "class" else "other",
            parameters=_parameters(entry.get("parameters")),
            call_parameters=_parameters(entry.get("call_parameters")),
            is_module=entry.get("is_module") is True,
            libraries=tuple(known),  # type: ignore[arg-type]
            cell=_count(entry.get("cell")),
            line=_count(entry.get("line")),
        )
    names = body.get("public_names")
    public = tuple(n for n in names if isinstance(n, str)) if isinstance(names, tuple) else ()
    return Definitions(described, public)


def _parameters(value: Value | None) -> tuple[Parameter, ...]:
    found = []
    for entry in value if isinstance(value, tuple) else ():
        if not isinstance(entry, Mapping):
            continue
        name, kind = entry.get("name"), entry.get("kind")
        if isinstance(name, str) and kind in ("positional", "keyword_only", "var_positional", "var_keyword"):
            found.append(Parameter(name, kind, entry.get("required") is True))
    return tuple(found)


def module_from(value: Value) -> ModuleDescription | None:
    """What `BuildModule` returned, or None where it isn't a torch module or makes no sense."""
    if not isinstance(value, Mapping) or value.get("is_module") is not True:
        return None
    parameters = []
    for entry in _entries(value.get("parameters")):
        name, shape, dtype = entry.get("name"), entry.get("shape"), entry.get("dtype")
        if not isinstance(name, str) or not isinstance(shape, tuple) or not isinstance(dtype, str):
            return None
        extents = tuple(e for e in shape if type(e) is int and 0 <= e < 2**31)
        if len(extents) != len(shape):
            return None
        parameters.append(ParameterDescription(name, extents, dtype, _text(entry.get("owner_type"))))
    submodules = []
    for entry in _entries(value.get("submodules")):
        rate = entry.get("dropout")
        submodules.append(
            SubmoduleDescription(
                _text(entry.get("path")),
                _text(entry.get("type_name")),
                entry.get("from_library") is True,
                float(rate) if isinstance(rate, float | int) else None,
            )
        )
    loose = value.get("unregistered")
    return ModuleDescription(
        type_name=_text(value.get("type_name")),
        parameters=tuple(parameters),
        submodules=tuple(submodules),
        training=value.get("training") is True,
        unregistered=tuple(p for p in loose if isinstance(p, str)) if isinstance(loose, tuple) else (),
    )


def _entries(value: Value | None) -> list[Mapping[str, Value]]:
    if not isinstance(value, tuple):
        return []
    return [entry for entry in value if isinstance(entry, Mapping)]

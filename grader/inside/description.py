"""What the notebook defines, told from outside: signatures, places, what its code refers to, what modules hold."""

from __future__ import annotations

import dis
import inspect
import sys
import types
from typing import Any, Callable, Collection, Iterator, Mapping

__all__ = ["describe_definition", "describe_module"]

Namespace = Mapping[str, Any]
Place = Callable[[str], "int | None"]


def describe_definition(
    value: Any, namespace: Namespace, cell_of: Place, wanted: Collection[str] = ()
) -> dict[str, Any]:
    """What can be told of `value`; of names that its code calls and that don't exist, only the `wanted` ones are."""
    kind = "class" if inspect.isclass(value) else "function" if callable(value) else "other"
    torch = sys.modules.get("torch")
    is_module = kind == "class" and torch is not None and issubclass(value, torch.nn.Module)
    cell, line = _place_of(value, cell_of)
    call = None
    if kind == "class":
        call = getattr(value, "forward", None) if is_module else getattr(value, "__call__", None)  # noqa: B004 - the method itself
    return {
        "kind": kind,
        "parameters": _parameters(value),
        "call_parameters": _parameters(call, skip_first=True) if call is not None else [],
        "is_module": bool(is_module),
        "methods": _methods(value) if kind == "class" else [],
        "libraries": _libraries(value, namespace),
        "uses": _uses(value, namespace, frozenset(wanted)),
        "cell": cell,
        "line": line,
    }


def _place_of(value: Any, cell_of: Place) -> tuple[int | None, int | None]:
    code = _code_of(value)
    if code is None:
        return None, None
    return cell_of(code.co_filename), code.co_firstlineno


def _libraries(value: Any, namespace: Namespace) -> list[str]:
    """Which array libraries the code of `value` mentions, the more often mentioned first."""
    counts = {"numpy": 0, "torch": 0}
    seen: set[int] = set()

    def visit(code: types.CodeType | None, depth: int) -> None:
        if code is None or id(code) in seen or depth > 4:
            return
        seen.add(id(code))
        for name in (*code.co_names, *code.co_freevars):
            referred = namespace.get(name)
            home = (
                getattr(referred, "__name__", "") if inspect.ismodule(referred) else getattr(referred, "__module__", "")
            )
            root = str(home).partition(".")[0]
            if root in counts:
                counts[root] += 1
            elif referred is not None and inspect.isfunction(referred):
                visit(referred.__code__, depth + 1)
        for constant in code.co_consts:
            if isinstance(constant, types.CodeType):
                visit(constant, depth + 1)

    functions = [value]
    if inspect.isclass(value):
        functions = [f for f in vars(value).values() if inspect.isfunction(f)]
    for function in functions:
        visit(_code_of(function), 0)
    for text in map(str, getattr(value, "__annotations__", {}).values()):
        counts["torch"] += 10 * ("torch" in text or "Tensor" in text)
        counts["numpy"] += 10 * ("ndarray" in text)
    return [name for name, count in sorted(counts.items(), key=lambda kv: -kv[1]) if count]


def _uses(value: Any, namespace: Namespace, wanted: frozenset[str]) -> list[str]:
    """The notebook's functions and classes that the code of `value` refers to, directly or through others.

    Of the `wanted` ones, those too that don't exist or are neither: their cell may not have run, or a later one may
    have given the name to a number, or to an instance of what it was.
    """
    found: dict[str, None] = {}
    waiting = _codes_of(value)
    while waiting and len(found) < 500:
        code = waiting.pop()
        waiting += [constant for constant in code.co_consts if isinstance(constant, types.CodeType)]
        for name in _globals_of(code):
            referred = namespace.get(name)
            codes = _codes_of(referred) if callable(referred) else []
            if name in found:
                continue
            if codes:
                found[name] = None
                waiting += codes
            elif name in wanted and not _is_class_or_function(referred):
                found[name] = None
    return list(found)


def _is_class_or_function(value: Any) -> bool:
    return inspect.isclass(value) or inspect.isroutine(value)


def _globals_of(code: types.CodeType) -> list[str]:
    """The names that `code` looks up itself: an attribute's, as in ``torch.softmax``, is nobody's function here."""
    looked_up = {i.argval for i in dis.get_instructions(code) if i.opname in ("LOAD_GLOBAL", "LOAD_NAME")}
    return [name for name in code.co_names if name in looked_up]


def _methods(cls: type) -> list[str]:
    """The public methods that the notebook's own classes give to `cls`."""
    own = [c for c in cls.__mro__ if str(c.__module__).partition(".")[0] not in ("torch", "numpy", "builtins")]
    names = {
        name: None for c in own for name, member in vars(c).items() if callable(getattr(member, "__func__", member))
    }
    return [name[:200] for name in names if not name.startswith("_") or name in ("__call__", "__len__")][:200]


def _code_of(value: Any) -> types.CodeType | None:
    value = inspect.unwrap(value) if callable(value) else value
    if inspect.isclass(value):
        for member in vars(value).values():
            if inspect.isfunction(member):
                return member.__code__
        return None
    value = getattr(value, "__func__", value)
    value = getattr(value, "func", value)  # functools.partial
    code = getattr(value, "__code__", None)
    return code if isinstance(code, types.CodeType) else None


def _codes_of(value: Any) -> list[types.CodeType]:
    """The code of a function, or of all methods of a class that isn't a library's."""
    if not inspect.isclass(value):
        code = _code_of(value)
        return [] if code is None else [code]
    if str(getattr(value, "__module__", "")).partition(".")[0] in ("torch", "numpy", "builtins"):
        return []
    members = [getattr(member, "__func__", member) for member in vars(value).values()]
    return [member.__code__ for member in members if inspect.isfunction(member)]


def _parameters(value: Any, skip_first: bool = False) -> list[dict[str, Any]]:
    try:
        parameters = list(inspect.signature(value).parameters.values())
    except (TypeError, ValueError):
        return []
    if skip_first:
        parameters = parameters[1:]
    kinds = {
        inspect.Parameter.POSITIONAL_ONLY: "positional",
        inspect.Parameter.POSITIONAL_OR_KEYWORD: "positional",
        inspect.Parameter.KEYWORD_ONLY: "keyword_only",
        inspect.Parameter.VAR_POSITIONAL: "var_positional",
        inspect.Parameter.VAR_KEYWORD: "var_keyword",
    }
    return [
        {"name": p.name[:200], "kind": kinds[p.kind], "required": p.default is inspect.Parameter.empty}
        for p in parameters[:100]
    ]


def describe_module(module: Any) -> dict[str, Any]:
    torch = sys.modules.get("torch")
    if torch is None or not isinstance(module, torch.nn.Module):
        return {"type_name": type(module).__name__[:200], "is_module": False}
    owners = dict(module.named_modules())
    parameters = []
    for name, parameter in module.named_parameters():
        owner = owners.get(name.rpartition(".")[0])
        parameters.append(
            {
                "name": name[:400],
                "shape": list(parameter.shape),
                "dtype": str(parameter.dtype).replace("torch.", ""),
                "owner_type": type(owner).__name__[:200],
            }
        )
    submodules = []
    for path, child in owners.items():
        rate = getattr(child, "p", None) if isinstance(child, torch.nn.modules.dropout._DropoutNd) else None
        submodules.append(
            {
                "path": path[:400],
                "type_name": type(child).__name__[:200],
                "from_library": type(child).__module__.startswith("torch."),
                "dropout": float(rate) if rate is not None else None,
            }
        )
    return {
        "type_name": type(module).__name__[:200],
        "is_module": True,
        "parameters": parameters,
        "submodules": submodules,
        "training": bool(module.training),
        "unregistered": _unregistered(torch, owners),
    }


_CONTAINERS = (list, tuple, dict)


def _unregistered(torch: Any, owners: dict[str, Any]) -> list[str]:
    """Paths of modules and parameters in plain lists, tuples or dicts, nested or not, which torch doesn't register."""
    known = {id(m) for m in owners.values()} | {id(p) for m in owners.values() for p in m._parameters.values()}
    found = []
    for path, owner in owners.items():
        for attribute, value in vars(owner).items():
            if type(value) not in _CONTAINERS or not value:
                continue
            if attribute.startswith("_") and attribute.strip("_") in {"parameters", "buffers", "modules"}:
                continue
            if any(
                isinstance(part, (torch.nn.Module, torch.nn.Parameter)) and id(part) not in known
                for part in _parts_of(value)
            ):
                found.append(f"{path}.{attribute}".lstrip(".")[:400])
    return found[:100]


def _parts_of(value: Any) -> Iterator[Any]:
    """What plain lists, tuples and dicts hold, at any depth: each is looked into once, 10 000 parts at most."""
    seen: set[int] = set()
    waiting, left = [value], 10_000
    while waiting:
        container = waiting.pop()
        if type(container) not in _CONTAINERS or id(container) in seen:
            continue
        seen.add(id(container))
        for part in list(container.values()) if type(container) is dict else list(container):
            if left == 0:
                return
            left -= 1
            yield part
            waiting.append(part)

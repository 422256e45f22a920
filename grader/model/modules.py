"""A ``torch.nn.Module`` as its process described it, without its values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from grader.model.values import Value, entries_of, text_of

__all__ = ["ModuleDescription", "ParameterDescription", "SubmoduleDescription", "module_from"]


@dataclass(frozen=True)
class ParameterDescription:
    """A parameter: dotted `name`, `shape`, `dtype`, and the class name of the module that holds it."""

    name: str
    shape: tuple[int, ...]
    dtype: str
    owner_type: str

    @property
    def size(self) -> int:
        product = 1
        for extent in self.shape:
            product *= extent
        return product

    @property
    def owner(self) -> str:
        """Path of the module that holds it (``''`` for the root)."""
        return self.name.rpartition(".")[0]


@dataclass(frozen=True)
class SubmoduleDescription:
    """A module inside: dotted `path`, class name, and whether the class is torch's own (not the student's)."""

    path: str
    type_name: str
    from_library: bool
    dropout: float | None = None


@dataclass(frozen=True)
class ModuleDescription:
    """`parameters` in the order of ``parameters()``; `unregistered` are the paths of modules or
    parameters that sit in plain lists or dicts, where torch doesn't see them."""

    type_name: str
    parameters: tuple[ParameterDescription, ...]
    submodules: tuple[SubmoduleDescription, ...]
    training: bool
    unregistered: tuple[str, ...] = ()

    @property
    def parameter_count(self) -> int:
        return sum(p.size for p in self.parameters)


def module_from(value: Value) -> ModuleDescription | None:
    """What `BuildModule` returned, or None where it isn't a torch module or makes no sense."""
    if not isinstance(value, Mapping) or value.get("is_module") is not True:
        return None
    parameters = []
    for entry in entries_of(value.get("parameters")):
        name, shape, dtype = entry.get("name"), entry.get("shape"), entry.get("dtype")
        if not isinstance(name, str) or not isinstance(shape, tuple) or not isinstance(dtype, str):
            return None
        extents = tuple(e for e in shape if type(e) is int and 0 <= e < 2**31)
        if len(extents) != len(shape):
            return None
        parameters.append(ParameterDescription(name, extents, dtype, text_of(entry.get("owner_type"))))
    submodules = []
    for entry in entries_of(value.get("submodules")):
        rate = entry.get("dropout")
        submodules.append(
            SubmoduleDescription(
                text_of(entry.get("path")),
                text_of(entry.get("type_name")),
                entry.get("from_library") is True,
                float(rate) if isinstance(rate, float | int) else None,
            )
        )
    loose = value.get("unregistered")
    return ModuleDescription(
        type_name=text_of(value.get("type_name")),
        parameters=tuple(parameters),
        submodules=tuple(submodules),
        training=value.get("training") is True,
        unregistered=tuple(p for p in loose if isinstance(p, str)) if isinstance(loose, tuple) else (),
    )

"""A ``torch.nn.Module`` as its process described it, without its values."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["ModuleDescription", "ParameterDescription", "SubmoduleDescription"]


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

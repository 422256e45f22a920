"""The one object with all hyper-parameters in it that some constructors take."""

from __future__ import annotations

import dataclasses
import inspect
from typing import Any, Mapping

__all__ = ["configuration"]


class _Configuration(dict):  # type: ignore[type-arg]
    """Hyper-parameters by attribute and by key."""

    def __getattr__(self, name: str) -> Any:
        if name in self:
            return self[name]
        raise AttributeError(name)


def configuration(namespace: Mapping[str, Any], values: dict[str, Any]) -> Any:
    """The notebook's own dataclass where one has such fields, else an object that has every name."""
    for cls in list(namespace.values()):
        if not (inspect.isclass(cls) and dataclasses.is_dataclass(cls)):
            continue
        names = {field.name for field in dataclasses.fields(cls) if field.init} & set(values)
        if len(names) >= 2:
            try:
                return cls(**{name: values[name] for name in names})
            except Exception:  # one that wants more than we know
                continue
    return _Configuration(values)

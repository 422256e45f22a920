"""What a question may not leave behind: the process's settings, and the notebook's names.

The state after the cells have run is the student's own, and every question starts from it: a default dtype that
a cell has set is kept, one that a function sets while it is asked is gone when the next question comes.
"""

from __future__ import annotations

import os
import sys
import types
import warnings
from typing import Any, Callable

import numpy as np

__all__ = ["State"]


class State:
    """The names of the notebook as they are when it is made.  As a context, what happens in it leaves no trace."""

    def __init__(self, namespace: dict[str, Any]) -> None:
        self.namespace = namespace
        # Data may change, as a counter does; what the notebook defines may not.
        self.names = {name: value for name, value in list(namespace.items()) if _is_definition(value)}
        self.settings: list[tuple[Any, Callable[[], Any], Callable[[Any], Any]]] = []

    def __enter__(self) -> None:
        self.settings = []
        for get, put in _settings():
            try:
                self.settings.append((get(), get, put))
            except OSError:  # the notebook has deleted the folder that it's in
                continue

    def __exit__(self, *_: object) -> None:
        for before, get, put in self.settings:
            try:
                if get() != before:
                    put(before)
            except Exception:  # whatever was done to it, there's no way back
                continue
        for name, value in self.names.items():
            if self.namespace.get(name) is not value:
                self.namespace[name] = value


def _is_definition(value: Any) -> bool:
    # Not isinstance(), which asks the object itself for its class, and may wait for the answer for ever.
    return issubclass(type(value), (type, types.FunctionType, types.ModuleType))


def _settings() -> list[tuple[Callable[[], Any], Callable[[Any], Any]]]:
    def put_environment(before: dict[Any, Any]) -> None:
        os.environ.clear()
        os.environ.update({os.fsdecode(name): os.fsdecode(value) for name, value in before.items()})

    def put_filters(before: list[Any]) -> None:
        warnings.filters[:] = before  # type: ignore[index]

    settings: list[tuple[Callable[[], Any], Callable[[Any], Any]]] = [
        (os.getcwd, os.chdir),
        (_environment, put_environment),
        (sys.getrecursionlimit, sys.setrecursionlimit),
        (lambda: list(sys.path), lambda before: sys.path.__setitem__(slice(None), before)),
        (lambda: list(warnings.filters), put_filters),
        (np.geterr, lambda before: np.seterr(**before)),
        (_print_options, lambda before: np.set_printoptions(**before)),
    ]
    return [*settings, *(_torch_settings() if "torch" in sys.modules else [])]


def _environment() -> dict[Any, Any]:
    # os.environ decodes all that it holds whenever it's looked at: 0.1 ms, twice for each question.
    undecoded = getattr(os.environ, "_data", None)
    return dict(os.environ if undecoded is None else undecoded)


def _print_options() -> dict[str, Any]:
    # `override_repr` can be read and, in some versions, not be set.
    return {key: value for key, value in np.get_printoptions().items() if key != "override_repr"}


def _torch_settings() -> list[tuple[Callable[[], Any], Callable[[Any], Any]]]:
    import torch

    settings: list[tuple[Callable[[], Any], Callable[[Any], Any]]] = [
        (torch.get_default_dtype, torch.set_default_dtype),
        (torch.get_num_threads, torch.set_num_threads),
        (torch.is_grad_enabled, torch.set_grad_enabled),
        (torch.are_deterministic_algorithms_enabled, torch.use_deterministic_algorithms),
        (torch.get_default_device, torch.set_default_device),
    ]
    return settings

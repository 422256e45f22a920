"""Tensors and modules on an accelerator, for calls that are timed there.

What is done here is a courtesy to honest code, and believed by nobody: the grader stops its clock when it holds the
output's bytes.
"""

from __future__ import annotations

import contextlib
from typing import Any, Iterator

__all__ = ["on_device"]


@contextlib.contextmanager
def on_device(modules: Any, request: dict[str, Any]) -> Iterator[Any]:
    """The torch device of the request, with its modules there, and all work done by the end."""
    import torch

    device = torch.device(request["device"])
    if device.type == "cuda":
        # Stated, or a card of one generation would compute another thing than one of the next.
        torch.backends.cuda.matmul.allow_tf32 = False
        torch.backends.cudnn.allow_tf32 = False
        total = torch.cuda.get_device_properties(device).total_memory
        torch.cuda.set_per_process_memory_fraction(min(1.0, (request["mebibytes"] << 20) / total), device)
        torch.cuda.synchronize(device)  # makes the card's context, if that isn't there yet
    inner = request["call"]
    while "call" in inner:
        inner = inner["call"]
    for handle in _handles_in(inner):
        for module in _modules_of(torch, modules.get(handle)):
            module.to(device)
    yield device
    if device.type == "cuda":
        torch.cuda.synchronize(device)  # of all streams


def _handles_in(inner: dict[str, Any]) -> list[str]:
    """Of the object that the question is about, unless it's yet to be built, and of those among its arguments."""
    own = [] if inner["op"].startswith("build") or inner.get("handle") is None else [inner["handle"]]
    given = [*inner.get("args", ()), *inner.get("keywords", {}).values()]
    return own + [value["kept"] for value in given if isinstance(value, dict) and list(value) == ["kept"]]


def _modules_of(torch: Any, value: Any) -> list[Any]:
    """The module itself, or those that a plain object around a model holds."""
    if isinstance(value, torch.nn.Module):
        return [value]
    held = getattr(value, "__dict__", {}).values()
    return [part for part in held if isinstance(part, torch.nn.Module)]

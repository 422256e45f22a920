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
    """The torch device of the request, with its module there, and all work done by the end."""
    import torch

    device = torch.device(request["device"])
    if device.type == "cuda":
        # Stated, or a card of one generation would compute another thing than one of the next.
        torch.backends.cuda.matmul.allow_tf32 = False
        torch.backends.cudnn.allow_tf32 = False
        total = torch.cuda.get_device_properties(device).total_memory
        torch.cuda.set_per_process_memory_fraction(min(1.0, (request["mebibytes"] << 20) / total), device)
    inner = request["call"]
    while "call" in inner:
        inner = inner["call"]
    module = modules[inner["handle"]] if _is_there(modules, inner) else None
    if isinstance(module, torch.nn.Module):
        module.to(device)
    yield device
    if device.type == "cuda":
        torch.cuda.synchronize()  # of all streams


def _is_there(modules: Any, inner: dict[str, Any]) -> bool:
    return "handle" in inner and not inner["op"].startswith("build") and inner["handle"] in modules

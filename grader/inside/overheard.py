"""Notes what the modules inside a module give while something else runs."""

from __future__ import annotations

import sys
from typing import Any, Callable

from .plain import to_plain

__all__ = ["overheard"]

RECORDED_CALLS = 256
RECORDED_NUMBERS = 200_000  # all together


def overheard(run: Callable[[], dict[str, Any]], module: Any) -> dict[str, Any]:
    """See ``grader.model.asking.Overheard``."""
    if "torch" not in sys.modules or not isinstance(module, sys.modules["torch"].nn.Module):
        raise TypeError(f"{type(module).__name__} is not a torch.nn.Module")
    torch = sys.modules["torch"]
    outputs: list[dict[str, Any]] = []
    left = RECORDED_NUMBERS

    def note_of(path: str) -> Callable[[Any, Any, Any], None]:
        def note(_: Any, args: Any, output: Any) -> None:
            nonlocal left
            first = output[0] if isinstance(output, (tuple, list)) and output else output
            if not isinstance(first, torch.Tensor) or first.numel() > left or len(outputs) >= RECORDED_CALLS:
                return
            left -= first.numel()
            outputs.append({"path": path[:200], "output": to_plain(first)})

        return note

    hooks = [inner.register_forward_hook(note_of(path)) for path, inner in module.named_modules() if path]
    try:
        reply = run()
    finally:
        for hook in hooks:
            hook.remove()
    return {**reply, "value": {"value": reply.get("value"), "outputs": outputs}}

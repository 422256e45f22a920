"""What a function leaves otherwise than it found it: torch's settings of the whole process, and a module's parameters.

``torch.set_grad_enabled(False)`` in a function that measures holds for all that comes after it in the notebook.  The
settings are looked at right before and right after the student's own code, within whatever is set around a question.
"""

from __future__ import annotations

from typing import Any, Callable

__all__ = ["Before"]


class Before:
    """What stood before `function` ran; `called` runs it, and :meth:`changed` tells what is otherwise since."""

    def __init__(self, torch: Any, module: Any) -> None:
        self.torch, self.module = torch, module
        self.needed = [name for name, p in module.named_parameters() if p.requires_grad]
        self.settings: dict[str, str] = {}
        self.since: dict[str, str] = {}

    def around(self, function: Any) -> Callable[..., Any]:
        """`function`, with its settings looked at; an object without ``__call__`` is called by its ``forward``."""

        def called(*args: Any, **keywords: Any) -> Any:
            self.settings = self.since = _settings(self.torch)
            value = (function if callable(function) else function.forward)(*args, **keywords)
            self.since = _settings(self.torch)
            return value

        return called

    def changed(self) -> dict[str, list[str]]:
        """By the name of the setting what it was and what it is; and the ``frozen`` parameters."""
        found = {name: [old, self.since[name]] for name, old in self.settings.items() if self.since[name] != old}
        needing = {name for name, p in self.module.named_parameters() if p.requires_grad}
        frozen = [name[:200] for name in self.needed if name not in needing]
        return {**found, **({"frozen": frozen} if frozen else {})}


def _settings(torch: Any) -> dict[str, str]:
    return {
        "autograd": "on" if torch.is_grad_enabled() else "off",
        "dtype": str(torch.get_default_dtype()),
        "device": str(torch.get_default_device()),
        "seed": str(torch.initial_seed()),
    }

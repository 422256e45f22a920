"""Notes which library functions the student's code calls while it answers one unscored question.

The witnesses see different things: torch's function mode sees every public torch function by name; a
profile function, in every thread, sees the libraries' Python functions and the C functions that are called by
name.  What counts is who called: the nearest frame outside the library's own plumbing must be in one of the student's
cells, so that ``Categorical`` calling ``F.softmax`` for its own purposes is not the student's call.

This is evidence for a person and no security: it runs in a process that the student's code shares.
"""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

__all__ = ["know_names", "witnessed"]

# Python's and torch's own steps between a caller and the function that it means to call.
_PLUMBING = ("torch.nn.modules", "torch.nn.functional", "torch.overrides", "torch._jit_internal", "torch.functional")
_AGENT = __name__.rpartition(".")[0] + ".agent"
_LIBRARIES = ("torch", "scipy", "sklearn", "jax", "tensorflow", "keras", "transformers", "einops", "xformers")
MOST_CALLS = 200


class _Notes:
    def __init__(self, cell_of: Callable[[str], int | None], watch: frozenset[str]) -> None:
        self.cell_of = cell_of
        self.watch = watch
        self.calls: dict[tuple[str, int, int], None] = {}
        self.unseen: set[str] = set()

    def add(self, name: str, frame: FrameType | None) -> None:
        """Note a call of `name` if it's watched and the student's code made it; `frame` is where it was seen."""
        if name.rpartition(".")[2] not in self.watch and ".".join(name.split(".")[-2:]) not in self.watch:
            return
        while frame is not None:
            cell = self.cell_of(frame.f_code.co_filename)
            if cell is not None:
                if len(self.calls) < MOST_CALLS:
                    self.calls.setdefault((name[:200], cell, frame.f_lineno))
                return
            home = str(frame.f_globals.get("__name__", ""))
            if home == _AGENT:
                # Nothing of the student's in between: the name they gave it is the library's function itself.
                self.calls.setdefault((name[:200], 0, 0))
                return
            # What exec and eval run is the student's text too: the place is where they call them.
            is_text = home == "__main__" or frame.f_code.co_filename == "<string>"
            if home != __name__ and not is_text and not home.startswith(_PLUMBING):
                return  # some other library's own business
            frame = frame.f_back

    def profile(self, frame: FrameType, event: str, argument: Any) -> None:
        if event == "call":
            home = str(frame.f_globals.get("__name__", ""))
            if home.partition(".")[0] in _LIBRARIES:
                name = f"{home}.{frame.f_code.co_qualname}"
                if frame.f_code.co_qualname.startswith("OpOverload"):  # torch.ops.aten.x: the object knows its name
                    name = str(frame.f_locals.get("self", name))
                self.add(name, frame.f_back)
        elif event == "c_call":
            home = str(getattr(argument, "__module__", "") or "")
            name = str(getattr(argument, "__qualname__", ""))
            if home.partition(".")[0] in _LIBRARIES or name.startswith(("_TensorBase.", "TensorBase.", "Tensor.")):
                self.add(f"{home or 'torch'}.{name}", frame)
            elif home == "_thread" and name.startswith("start"):
                self.unseen.add("thread")
            elif name in ("fork_exec", "fork", "forkpty", "posix_spawn"):
                self.unseen.add("process")


def witnessed(
    answer: Callable[[], dict[str, Any]], cell_of: Callable[[str], int | None], watch: frozenset[str]
) -> dict[str, Any]:
    """Run `answer` and add ``witnessed``: the calls seen of functions in `watch`, and what kept us from seeing more.

    `watch` holds last parts of names (``softmax``, ``MultiheadAttention.forward``).  Added is
    ``{"calls": [{"name", "cell", "line"}], "unseen": ["thread", ...]}``; cell and line are 0 where the student's name
    is the library's function itself.
    """
    notes = _Notes(cell_of, watch)
    profile = notes.profile  # one bound method, so that it can be recognised afterwards
    with _function_mode(notes):
        threading.setprofile(profile)
        sys.setprofile(profile)
        try:
            reply = answer()
        finally:
            if sys.getprofile() != profile:  # the student's code took it away
                notes.unseen.add("profile")
            sys.setprofile(None)
            threading.setprofile(None)
    calls = [{"name": name, "cell": cell, "line": line} for name, cell, line in notes.calls]
    reply["witnessed"] = {"calls": calls, "unseen": sorted(notes.unseen)}
    return reply


def know_names() -> None:
    """Find out what torch calls its functions, before the fork: after it, looking at them all is to copy them all."""
    torch = sys.modules.get("torch")
    if torch is not None:
        torch.overrides.resolve_name(torch.add)


@contextlib.contextmanager
def _function_mode(notes: _Notes) -> Iterator[None]:
    if "torch" not in sys.modules:
        yield
        return
    from torch.overrides import TorchFunctionMode, resolve_name

    class Mode(TorchFunctionMode):  # type: ignore[misc]
        def __torch_function__(self, function: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            notes.add(str(resolve_name(function) or getattr(function, "__name__", "")), sys._getframe(1))
            return function(*args, **(kwargs or {}))

    with Mode():
        yield

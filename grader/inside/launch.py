"""Becomes the notebook's kernel.  Started as a plain file: ``python -I -B launch.py 3``.

The argument is the descriptor of a file with a JSON object: ``channel``, ``output`` and ``listening`` (descriptors: the
agent's socket, where what is printed goes, and a listening socket on which the grader sends cells), ``sockets`` (a
folder for the kernel's other sockets, which nobody connects to), ``torch`` (import it now?), ``paths`` (further folders
to import from),
``restrict`` and ``limits`` (for `restrict.restrict` and `isolation.limit`), ``steady_memory`` (call `keep_memory`?).
When everything is ready, before any cell of the notebook has run, one byte ``R`` is written to the channel; on failure
``E`` and the traceback.  ``S`` follows when questions are answered.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
import traceback
import types
from importlib import import_module
from typing import Any

__all__ = [
    "SERVE",
    "end_with_parent",
    "import_ipykernel",
    "keep_memory",
    "main",
    "print_to",
    "read_options",
    "silence",
    "spare_dynamo",
]

SERVE = "# serve "
PACKAGE = "_inside"  # private: the folder of these files never stands on sys.path

# What a kernel imports when it's made, or at its first cell; before the fork, it's for all of them.
LATER = (
    "ipykernel.debugger",  # while the debugger itself can't be found
    "pdb",
    "tornado.platform.asyncio",
    *(f"IPython.core.{name}" for name in ("completerlib", "debugger", "logger", "oinspect")),
    "IPython.extensions.storemagic",
)


def main(told: str) -> None:
    options = read_options(int(told))
    channel = socket.socket(fileno=options["channel"])
    silence()
    try:
        app = _prepare(options, channel)
    except BaseException:
        channel.sendall(b"E" + traceback.format_exc()[-8000:].encode("utf-8", "replace"))
        raise
    channel.sendall(b"R")
    app.start()


def read_options(descriptor: int) -> Any:
    with open(descriptor, encoding="utf-8") as file:
        return json.load(file)


def silence() -> None:
    """From here on nothing that this process prints reaches the grader's terminal.

    Plain files, in a kernel too: ipykernel's own streams keep what a flood of prints brings in memory.
    """
    print_to(os.open(os.devnull, os.O_WRONLY))
    for descriptor, name in ((1, "stdout"), (2, "stderr")):
        stream = open(descriptor, "w", encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115 - for the life of the process
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def print_to(output: int) -> None:
    """Make the descriptor `output`, which is closed, this process's standard output and standard error."""
    for descriptor in (1, 2):
        os.dup2(output, descriptor)
    os.close(output)


def _prepare(options: dict[str, Any], channel: socket.socket) -> Any:
    package = types.ModuleType(PACKAGE)
    package.__path__ = [os.path.dirname(os.path.abspath(__file__))]
    sys.modules[PACKAGE] = package
    import_module(f"{PACKAGE}.restrict").restrict(options["restrict"])
    end_with_parent()  # after another user has been entered, which forgets it
    if options["steady_memory"]:
        keep_memory()
    sys.path.extend(options["paths"])
    app = import_ipykernel().kernel_app(options, channel)
    limit = import_module(f"{PACKAGE}.isolation").limit
    if options["torch"]:
        try:
            import torch

            spare_dynamo(torch)
        except ImportError:  # the notebook's import will say so
            pass
    limit(options["limits"])
    print_to(options["output"])
    return app


def import_ipykernel() -> Any:
    """``kernel``, and with it whatever a kernel imports when it's made, or at its first cell."""
    # The kernel works without the debugger, whose import takes a tenth of a second.
    debugger = "debugpy"
    sys.modules[debugger] = None  # type: ignore[assignment]
    import_module("ipykernel.kernelapp")
    import_module("ipykernel.ipkernel")
    for name in LATER:
        try:
            import_module(name)
        except ImportError:  # it goes by another name in this version
            pass
    del sys.modules[debugger]
    return import_module(f"{PACKAGE}.kernel")


def end_with_parent() -> None:
    """SIGKILL when the grader ends; for the levels of isolation that don't see to it."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


def keep_memory() -> None:
    """Keep what is freed, instead of giving it back to the system and asking for it again, page by page.

    Identical code on arrays of some 100 kB took 54 to 84 ms of the processor, as the process had happened to come out;
    like this, 46.5 to 48.2 ms.  ``man 3 mallopt``; other C libraries than GNU's have no such thing.
    """
    if sys.platform == "linux":
        import ctypes

        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
        # M_MMAP_THRESHOLD (32 MiB is the most that it takes), M_TRIM_THRESHOLD, M_TOP_PAD.
        for parameter, size in ((-3, 32 << 20), (-1, 1 << 30), (-2, 64 << 20)):
            if mallopt is not None:
                mallopt(parameter, size)


def spare_dynamo(torch: Any) -> None:
    """Keep ``torch.optim`` from importing the compiler, which takes longer than most trainings here.

    Every ``step`` is wrapped to mark a graph break for ``torch.compile``, and for that imports
    ``torch._dynamo``: 823 modules, 1.3 to 2 seconds.  The wrappers are replaced by ones that do the same
    without the mark.  Where torch has changed and nothing matches, nothing is done.
    """
    import functools
    import inspect

    def plain(step: Any) -> Any:
        @functools.wraps(step)
        def wrapped(self: Any, *args: Any, **keywords: Any) -> Any:
            before = torch.is_grad_enabled()
            try:
                torch.set_grad_enabled(self.defaults["differentiable"])
                return step(self, *args, **keywords)
            finally:
                torch.set_grad_enabled(before)

        return wrapped

    for cls in [c for c in vars(torch.optim).values() if inspect.isclass(c) and issubclass(c, torch.optim.Optimizer)]:
        for name, function in list(vars(cls).items()):
            inner = getattr(function, "__wrapped__", None)
            code = getattr(function, "__code__", None)
            if inner is None or code is None:
                continue
            if name == "step" and code.co_name == "_use_grad":
                setattr(cls, name, plain(inner))
            elif "torch/_compile" in code.co_filename.replace(os.sep, "/"):
                inner.__dynamo_disable = inner


if __name__ == "__main__":
    main(sys.argv[1])

"""Becomes the notebook's kernel.  Started as a plain file: ``python -I -B launch.py '{...}'``.

The argument is a JSON object: ``channel`` and ``shell`` (descriptors: the agent's socket, and a
listening socket on which the grader sends cells), ``sockets`` (a folder for the kernel's other
sockets, which nobody connects to), ``torch`` (import it now?), ``paths`` (further folders to import from),
``restrict`` and ``limits`` (for `restrict.restrict` and `isolation.limit`), ``steady_memory`` (call `keep_memory`?).
When everything is ready, before any cell
of the notebook has run, one byte ``R`` is written to the channel; on failure ``E`` and the traceback.  ``S`` follows
when questions are answered.

What the grader wants of the kernel later is asked for by one silent execute request whose code starts with
`SERVE`.  It is taken before IPython sees it, so that nothing that a notebook does to IPython by
accident (``%reset -f``, a name of ours overwritten, a broken hook) gets in the way.
"""

from __future__ import annotations

import ast
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
    "kernel_app",
    "main",
    "silence",
    "spare_dynamo",
]

SERVE = "# serve "
PACKAGE = "_inside"  # private: the folder of these files never stands on sys.path
LONGEST_ERROR = 4000


def main(text: str) -> None:
    options = json.loads(text)
    channel = socket.socket(fileno=options["channel"])
    silence()
    try:
        app = _prepare(options, channel)
    except BaseException:
        channel.sendall(b"E" + traceback.format_exc()[-8000:].encode("utf-8", "replace"))
        raise
    channel.sendall(b"R")
    app.start()


def silence() -> None:
    """From here on nothing that this process prints reaches the grader's terminal.

    Nobody reads a cell's output either: a plain file spares ipykernel's queue, which a flood of prints would fill.
    """
    for descriptor, name in ((1, "stdout"), (2, "stderr")):
        nowhere = open(os.devnull, "w", encoding="utf-8", errors="backslashreplace")  # noqa: SIM115 - for the life of the process
        os.dup2(nowhere.fileno(), descriptor)
        setattr(sys, name, nowhere)
        setattr(sys, f"__{name}__", nowhere)


def _prepare(options: dict[str, Any], channel: socket.socket) -> Any:
    package = types.ModuleType(PACKAGE)
    package.__path__ = [os.path.dirname(os.path.abspath(__file__))]
    sys.modules[PACKAGE] = package
    import_module(f"{PACKAGE}.restrict").restrict(options["restrict"])
    end_with_parent()  # after another user has been entered, which forgets it
    if options["steady_memory"]:
        keep_memory()
    sys.path.extend(options["paths"])
    app = kernel_app(options, channel)
    limit = import_module(f"{PACKAGE}.isolation").limit
    if options["torch"]:
        try:
            import torch

            spare_dynamo(torch)
        except ImportError:  # the notebook's import will say so
            pass
    limit(options["limits"])
    return app


def import_ipykernel() -> None:
    # The kernel works without the debugger, whose import takes a tenth of a second.
    debugger = "debugpy"
    sys.modules[debugger] = None  # type: ignore[assignment]
    import_module("ipykernel.kernelapp")
    import_module("ipykernel.ipkernel")
    del sys.modules[debugger]


def kernel_app(options: dict[str, Any], channel: socket.socket) -> Any:
    """The IPython kernel, ready to start: cells come in by the descriptor ``shell``, questions by `channel`."""
    for descriptor in (options["channel"], options["shell"]):
        os.set_inheritable(descriptor, False)
    agent = import_module(f"{PACKAGE}.agent")
    wire = import_module(f"{PACKAGE}.wire")
    return _kernel(options, lambda kernel, cells: _serve(kernel, cells, channel, agent.Agent, wire))


def _kernel(options: dict[str, Any], serve: Any) -> Any:
    """The IPython kernel, ready to start, with its only reachable socket on the descriptor given."""
    import_ipykernel()
    import zmq
    from ipykernel.ipkernel import IPythonKernel
    from ipykernel.kernelapp import IPKernelApp

    class Kernel(IPythonKernel):  # type: ignore[misc]
        cells_run = 0
        cell_of_file: dict[str, int] = {}

        async def do_execute(
            self,
            code: str,
            silent: bool,
            store_history: bool = True,
            user_expressions: Any = None,
            allow_stdin: bool = False,
            *,
            cell_meta: Any = None,
            cell_id: Any = None,
        ) -> dict[str, Any]:
            try:
                if silent and code.startswith(SERVE):
                    return self._answer(json.loads(code[len(SERVE) :]))
                self.cells_run += not silent
                reply = await super().do_execute(
                    code, silent, store_history, user_expressions, allow_stdin, cell_meta=cell_meta, cell_id=cell_id
                )
                return _short(reply, self)
            except BaseException as error:  # an exception with a broken __str__, for one: there must be a reply
                return {"status": "error", "ename": type(error).__name__, "evalue": "", "traceback": []}

        def _answer(self, cells: dict[str, int]) -> dict[str, Any]:
            self._forward_input(False)  # input() says that there's nobody to ask, as it does in a cell
            try:
                serve(self, {file: cells.get(str(count)) for file, count in self.cell_of_file.items()})
            finally:
                self._restore_input()
            return {"status": "ok", "execution_count": 0, "user_expressions": {}, "payload": []}

    class App(IPKernelApp):  # type: ignore[misc]
        def _bind_socket(self, s: Any, port: int) -> Any:
            if s is not self.shell_socket:
                return super()._bind_socket(s, port)
            s.setsockopt(zmq.USE_FD, options["shell"])
            s.bind(f"ipc://{self.ip}-shell")
            return 1

        def init_connection_file(self) -> None:
            """None is needed: the grader holds the other end of the socket already."""

        def write_connection_file(self, **_: Any) -> None:
            """See above."""

    os.makedirs(options["sockets"], mode=0o700, exist_ok=True)
    app = App.instance(
        kernel_class=Kernel,
        transport="ipc",
        ip=os.path.join(options["sockets"], "k"),
        outstream_class=None,
        # A ``numpy.py`` beside the notebook must not stand in for numpy.
        ignore_cwd=True,
    )
    app.session.key = b""
    app.config.HistoryManager.enabled = False
    app.initialize([])
    # It would try for ever to reach a shell socket that has no path in here.
    app.debug_shell_socket.close(linger=0)
    # exit() in a cell would stop the kernel a moment later, and with it all that follows.
    app.shell.ask_exit = lambda: None
    _note_files(app.kernel)
    transforms = app.shell.input_transformer_manager.cleanup_transforms
    transforms[:] = [_keep_lines if getattr(t, "__name__", "") == "leading_empty_lines" else t for t in transforms]
    sys.path.append("")
    return app


def _keep_lines(lines: list[str]) -> list[str]:
    """IPython drops empty lines at the head of a cell, and then every line number is wrong for its author.

    They have to go only before a cell magic or an indented first line, which are looked for in the first line.
    """
    for position, line in enumerate(lines):
        if line.strip():
            return lines[position:] if line.startswith(("%%", " ", "\t")) else lines
    return lines


def _note_files(kernel: Any) -> None:
    """Note for each file name that code is compiled under which cell it came from.

    By our own count: IPython's is one ahead inside of ``%%capture``, and a notebook may change it.
    """
    ours = type(kernel.shell.compile)

    class Compiler(ours):  # type: ignore[misc,valid-type]
        def get_code_name(self, raw_code: str, transformed_code: str, number: int) -> str:
            name = str(super().get_code_name(raw_code, transformed_code, number))
            kernel.cell_of_file[name] = kernel.cells_run
            return name

        def __call__(self, source: Any, filename: str, symbol: str, *args: Any, **keywords: Any) -> Any:
            if filename in ("<timed exec>", "<timed eval>"):  # the same for every cell with %%time
                filename = f"<timed cell {kernel.cells_run}>"
                kernel.cell_of_file[filename] = kernel.cells_run
                if isinstance(source, ast.AST):
                    ast.increment_lineno(source, 1)  # the magic's own line was taken away
            return super().__call__(source, filename, symbol, *args, **keywords)

    kernel.shell.compile.__class__ = Compiler


def _short(reply: dict[str, Any], kernel: Any) -> dict[str, Any]:
    """The reply without what nobody reads; an error message of a gigabyte would never arrive."""
    if reply.get("status") == "error":
        reply["traceback"] = []
        reply["evalue"] = str(reply.get("evalue"))[:LONGEST_ERROR]
        reply["line"] = _line_of(getattr(sys, "last_value", None), kernel)
    reply["payload"] = []
    return reply


def _line_of(error: BaseException | None, kernel: Any) -> int | None:
    """The line of the running cell on the way to `error`."""
    cells = kernel.cell_of_file
    if isinstance(error, SyntaxError) and cells.get(error.filename) == kernel.cells_run:
        return error.lineno
    line = None
    trace = error.__traceback__ if error is not None else None
    while trace is not None:
        if cells.get(trace.tb_frame.f_code.co_filename) == kernel.cells_run:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def _serve(kernel: Any, cells: dict[str, Any], channel: socket.socket, make_agent: Any, wire: Any) -> None:
    """Answer questions until the grader hangs up.  `cells`: file name -> number of the cell in the notebook."""
    shell = kernel.shell
    agent = make_agent(shell.user_ns, cells.get, shell.user_ns_hidden)

    def read_exactly(count: int) -> bytes:
        data = bytearray()
        while len(data) < count:
            part = channel.recv(min(count - len(data), 1 << 20))
            if not part:
                raise EOFError
            data += part
        return bytes(data)

    me = os.getpid()
    channel.sendall(b"S")
    while True:
        try:
            request = wire.decode(wire.read_frame(read_exactly))
        except (EOFError, OSError):
            return
        try:
            frame = wire.encode(agent.answer(request))
        except BaseException as error:  # whatever a notebook has done to us, there must be an answer
            raised = {"type_name": type(error).__name__, "message": "the answer can't be sent"}
            frame = wire.encode({"id": request.get("id"), "raised": raised})
        if os.getpid() != me:  # a fork that came back from the student's function: one answer is enough
            os._exit(0)
        channel.sendall(frame)


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

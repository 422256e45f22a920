"""The IPython kernel of a notebook: cells come in by one socket, the grader's questions by another.

It's ipykernel's own, without what nobody here talks to: no connection file, no heartbeat, no configuration, and no
socket for outputs.  What a cell shows is written to the standard output instead, where the
grader counts it, and throws it away.

What the grader wants of the kernel is asked for by one silent execute request whose code starts with
``launch.SERVE``.  It is taken before IPython sees it, so that nothing that a notebook does to IPython by
accident (``%reset -f``, a name of ours overwritten, a broken hook) gets in the way.

To be imported by ``launch.import_ipykernel``, which keeps the debugger out.
"""

from __future__ import annotations

import ast
import json
import os
import signal
import socket
import sys
from types import SimpleNamespace
from typing import Any

import zmq
from ipykernel import ipkernel
from ipykernel.ipkernel import IPythonKernel
from ipykernel.kernelapp import IPKernelApp

from . import wire
from .agent import Agent
from .launch import SERVE
from .silence import printed

__all__ = ["kernel_app"]

LONGEST_ERROR = 4000


def kernel_app(options: dict[str, Any], channel: socket.socket) -> Any:
    """The IPython kernel, ready to start: cells come in by the descriptor ``listening``, questions by `channel`."""
    (shell,) = options["listening"]
    for descriptor in (options["channel"], shell):
        os.set_inheritable(descriptor, False)
    os.makedirs(options["sockets"], mode=0o700, exist_ok=True)
    App.shell_descriptor, Kernel.channel = shell, channel
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


class Kernel(IPythonKernel):  # type: ignore[misc]
    """`channel` is where questions come from."""

    channel: socket.socket
    cells_run = 0
    cell_of_file: dict[str, int] = {}

    def __init__(self, **options: Any) -> None:
        # It asks two thousand modules for their files, for a debugger that isn't there.  To look at what is shared with
        # the zygote is to copy it: 8 MiB, and a quarter of the time that a fork takes to be ready.
        ipkernel.sys = SimpleNamespace(**{**vars(sys), "modules": {}})
        try:
            super().__init__(**options)
        finally:
            ipkernel.sys = sys

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
            _serve(self, {file: cells.get(str(count)) for file, count in self.cell_of_file.items()})
        finally:
            self._restore_input()
        return {"status": "ok", "execution_count": 0, "user_expressions": {}, "payload": []}


class App(IPKernelApp):  # type: ignore[misc]
    """`shell_descriptor` is a listening socket on which cells come in."""

    shell_descriptor: int

    def _bind_socket(self, s: Any, port: int) -> Any:
        if s is not self.shell_socket:
            return super()._bind_socket(s, port)
        s.setsockopt(zmq.USE_FD, self.shell_descriptor)
        s.bind(f"ipc://{self.ip}-shell")
        return 1

    def init_iopub(self, _context: Any) -> None:
        self.iopub_socket = _Shown()

    def init_heartbeat(self) -> None:
        """Whether it's alive, the grader asks the operating system."""

    def parse_command_line(self, argv: Any = None) -> None:
        """There's none; the parser alone takes five milliseconds."""

    def load_config_file(self, *_: Any, **__: Any) -> None:
        """There's none, in a home folder that is empty."""

    def init_connection_file(self) -> None:
        """None is needed: the grader holds the other end of the socket already."""

    def write_connection_file(self, **_: Any) -> None:
        """See above."""


class _Shown:
    """Where ipykernel sends what it would show: as many bytes to the standard output, where they're counted."""

    def send_multipart(self, parts: list[Any], *_: Any, **__: Any) -> None:
        # The others say that a cell runs, or repeat it, or what it ended with.
        if not bytes(parts[0]).endswith((b"status", b"execute_input", b"error")):
            printed(1, sum(len(bytes(part)) for part in parts))


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
        error = getattr(sys, "last_value", None)
        reply["line"] = _line_of(error, kernel)
        if isinstance(error, KeyboardInterrupt):
            reply["function"] = _called_by_the_cell(error, kernel)
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


def _called_by_the_cell(error: BaseException, kernel: Any) -> str:
    """The notebook's function, or the class whose method, from which the running cell hadn't got back."""
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename in kernel.cell_of_file and code.co_name != "<module>":
            # Python 3.10 knows the name alone.
            return str(getattr(code, "co_qualname", code.co_name)).partition(".")[0]
        trace = trace.tb_next
    return ""


def _serve(kernel: Any, cells: dict[str, Any]) -> None:
    """Answer questions until the grader hangs up.  `cells`: file name -> number of the cell in the notebook."""
    shell, channel = kernel.shell, kernel.channel
    agent = Agent(shell.user_ns, cells.get, shell.user_ns_hidden, output=1)

    def read_exactly(count: int) -> bytes:
        data = bytearray()
        while len(data) < count:
            part = channel.recv(min(count - len(data), 1 << 20))
            if not part:
                raise EOFError
            data += part
        return bytes(data)

    me = os.getpid()
    # To stop a question is to stop what the student's code does, and not us when we read or write.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    channel.sendall(b"S")
    while True:
        try:
            request = wire.decode(wire.read_frame(read_exactly))
        except (EOFError, OSError):
            return
        try:
            frame = wire.encode(_interruptible(agent, request))
        except BaseException as error:  # whatever a notebook has done to us, there must be an answer
            raised = {"type_name": type(error).__name__, "message": "the answer can't be sent"}
            frame = wire.encode({"id": request.get("id"), "raised": raised})
        if os.getpid() != me:  # a fork that came back from the student's function: one answer is enough
            os._exit(0)
        channel.sendall(frame)


def _interruptible(agent: Agent, request: dict[str, Any]) -> dict[str, Any]:
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            return agent.answer(request)
        finally:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
    except KeyboardInterrupt as interrupt:  # between the two
        return {"id": request.get("id"), "raised": {"type_name": type(interrupt).__name__, "message": ""}}
